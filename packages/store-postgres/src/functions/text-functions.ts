/** The SQLSTATE of a text that is longer than a request allows. */
export const TOO_LONG = "TW001";

export const tooLongBody = `begin raise exception using errcode = '${TOO_LONG}', message = 'text too long'; end`;

/**
 * The body of a function that replaces what the evaluator's SUBSTITUTE does, blank for no text at all. Lengths are counted
 * in bytes, which are at least as many as UTF-16 units; before a text grows, how often the part is in it is counted.
 */
export function substituteBody(tooLong: string): string {
  return `
declare
  size bigint := octet_length($1);
  part integer := octet_length($2);
  growth integer := octet_length($3) - part;
begin
  if size > most or (growth > 0 and size + size / part * growth > most) then
    if size + (size - octet_length(replace($1, $2, ''))) / part * growth > most then
      return ${tooLong}(size);
    end if;
  end if;
  return nullif(replace($1, $2, $3), '');
end`;
}
