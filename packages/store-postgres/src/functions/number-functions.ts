/** What is larger would be infinite at 15 digits, and keeps all it has. */
const LARGEST = "1.797693134862315e308";

/**
 * Bodies of functions that compute with doubles as the evaluator does; `canonical` is the full name of the first, which
 * others call. In a transaction that only reads, catching an error takes no number of its own.
 */
export const canonicalBody = `
declare
  size double precision := abs(x);
  millionths double precision;
  fifteen numeric;
  shortest numeric;
  away numeric;
  places integer;
begin
  if size < 1e9 and size > 1e-7 then
    millionths := floor(x * 1e6::double precision + 0.5::double precision) / 1e6::double precision;
    if abs(millionths - x) <= size * ${2 ** -52}::double precision then return millionths; end if;
  end if;
  if size >= 1e15 and size < 1e16 then
    return case when x = floor(x) then x else sign(x) * floor(size + 0.5) end;
  end if;
  if size > ${LARGEST} then return x; end if;
  fifteen := x::numeric;
  if fifteen::double precision = x then return fifteen::double precision; end if;
  -- PostgreSQL rounds to 15 digits, but a half of the last one to the even side.
  shortest := x::text::numeric;
  places := scale(shortest);
  if (places between 1 and 22 and mod(shortest * power(2::numeric, places), 1) = 0)
    or (size >= 1e16 and size < 1e18 and x::bigint = shortest) then
    away := shortest + sign(shortest) * abs(shortest - fifteen);
    if away::double precision::numeric = away then return away::double precision; end if;
  end if;
  return fifteen::double precision;
end`;

export function roundBody(canonical: string): string {
  return `
declare
  factor double precision := ('{${POWERS.join(",")}}'::double precision[])[abs(places) + 1];
  units double precision;
  fraction double precision;
begin
  if places >= 0 and (places > 22 or abs(x) >= 1e17) then return x; end if;
  if places < -22 or (places < 0 and abs(x) < 0.1) then return 0; end if;
  units := case when places < 0 then abs(x) / factor else abs(x) * factor end;
  if places >= 0 and units >= 9007199254740992 then return x; end if;
  fraction := units - floor(units);
  if units > 0.1 and abs(fraction - 0.5) <= units * 5e-16 then
    units := ${canonical}(units);
    fraction := units - floor(units);
  end if;
  units := floor(units) + case when fraction >= 0.5 then 1 else 0 end;
  if x < 0 then units := -units; end if;
  return case when places < 0 then units * factor else units / factor end + 0;
end`;
}

export function numberTextBody(canonical: string): string {
  return `
declare
  value double precision := ${canonical}(x);
begin
  if abs(value) >= 1e15 and abs(value) < 1e16 then return value::bigint::text; end if;
  -- What PostgreSQL writes is not always the shortest text; 15 digits are, but at the ends of what a double can hold.
  if abs(value) between 1e-290 and 1e308 then return trim_scale(value::numeric)::text; end if;
  return trim_scale(value::text::numeric)::text;
end`;
}

/** A double as the decimal it stands for: an exact sum adds those. */
export function decimalBody(canonical: string): string {
  return `
declare
  value double precision := ${canonical}(x);
begin
  if abs(value) >= 1e15 and abs(value) < 1e16 then return value::bigint::numeric; end if;
  if abs(value) > ${LARGEST} then return value::text::numeric; end if;
  return value::numeric;
end`;
}

/** The double nearest to a decimal that is 0 or a sum of doubles, NULL where that would be infinite. */
export const nearestBody = `select case when abs($1) < ${2n ** 1024n - 2n ** 970n} then $1::double precision end`;

/**
 * A decimal rounded to 15 digits, a half away from zero, as a double, NULL where that would be infinite. What lies
 * between 10^15 and 10^16 is rounded to a whole number.
 */
export const doubleBody = `
declare
  nearest double precision;
  digits text;
  exponent integer;
  rounded numeric;
begin
  if x = 0 then return 0; end if;
  if abs(x) > 1e-300 and abs(x) < 1e300 then
    nearest := x::double precision;
    if nearest::numeric = x then return nearest; end if;
  end if;
  if abs(x) >= 1 then
    exponent := length(trunc(abs(x))::text) - 1;
  else
    digits := split_part(abs(x)::text, '.', 2);
    exponent := length(ltrim(digits, '0')) - length(digits) - 1;
  end if;
  rounded := round(x, case when exponent = 15 then 0 else 14 - exponent end);
  return case
    when abs(rounded) >= ${2n ** 1024n - 2n ** 970n} then null
    when abs(rounded) < 2.47032822920624e-324 then 0 -- nearer to 0 than to the least double
    else rounded::double precision
  end;
end`;

/**
 * The sum or difference of two doubles as the decimals of 15 digits they stand for. Of most numbers the millionths are
 * whole, and add up in doubles.
 */
export function sumBody(operator: "+" | "-", decimal: string, double: string): string {
  return `
declare
  u double precision;
  v double precision;
begin
  if abs(x) < 1e9 and abs(y) < 1e9 then
    u := round(x * 1e6::double precision);
    v := round(y * 1e6::double precision);
    if u / 1e6::double precision = x and v / 1e6::double precision = y and abs(u) + abs(v) < 1e15 then
      return (u ${operator} v) / 1e6::double precision + 0;
    end if;
  end if;
  return ${double}(${decimal}(x) ${operator} ${decimal}(y));
end`;
}

/** The product of decimals; of doubles where one has more than 15 digits. */
export function productBody(canonical: string, decimal: string, double: string): string {
  return `
declare
  product double precision;
begin
  if (abs(x) between 1e-100 and 1e100 or x = 0) and (abs(y) between 1e-100 and 1e100 or y = 0) then
    product := x * y;
    if abs(product) < 1e9 and round(product * 1e6::double precision) / 1e6::double precision = product then
      return product + 0;
    end if;
  end if;
  if ${canonical}(x) = x and ${canonical}(y) = y then return ${double}(${decimal}(x) * ${decimal}(y)); end if;
  if product is not null then return product + 0; end if;
  begin
    return x * y;
  exception when numeric_value_out_of_range then
    return case when abs(x) < 1 or abs(y) < 1 then 0 end;
  end;
end`;
}

/** The remainder of decimals, with the sign of the dividend; NULL for a divisor of 0. */
export function remainderBody(decimal: string, double: string): string {
  return `
begin
  if y = 0 then return null; end if;
  return ${double}(mod(${decimal}(x), ${decimal}(y)));
end`;
}

/**
 * A quotient of doubles: NULL where the result is infinite, 0 where it is too small, neither of which is an error here.
 * Where its 15th digit is near a half, the exact quotient of decimals decides it.
 */
export function quotientBody(canonical: string, decimal: string, double: string): string {
  return `
declare
  quotient double precision;
  size double precision;
  units double precision;
  shift numeric;
  dividend numeric;
  digits numeric;
  exact double precision;
  shown double precision;
  nearby double precision;
begin
  if y = 0 then return null; end if;
  begin
    quotient := x / y;
  exception when numeric_value_out_of_range then
    return case when abs(x) < abs(y) then 0 end;
  end;
  size := abs(quotient);
  if not (size > 1e-290 and size < 1e15) then return quotient; end if;
  if size >= 1e-7 then
    units := size * ('{${POWERS.join(",")}}'::double precision[])[15 - floor(log(size))::integer];
    if units < 1e14 then units := units * 10; elsif units >= 1e15 then units := units / 10; end if;
    if abs(units - floor(units) - 0.5) >= 0.4 then return quotient; end if;
  end if;
  if ${canonical}(x) <> x or ${canonical}(y) <> y then return quotient; end if;
  shift := ('1e' || (20 - floor(log(size))::integer))::numeric;
  dividend := ${decimal}(x) * shift;
  digits := div(dividend, ${decimal}(y));
  if digits * ${decimal}(y) <> dividend then digits := digits + sign(digits) * 0.1; end if;
  exact := ${double}(digits * ('1e' || (floor(log(size))::integer - 20))::numeric);
  shown := ${canonical}(quotient);
  if shown = exact then return quotient; end if;
  for step in 1..4 loop
    nearby := quotient + (case when exact > shown then step else -step end) * size * ${2 ** -52}::double precision;
    if ${canonical}(nearby) = exact then return nearby; end if;
  end loop;
  return exact;
end`;
}

/** What a double holds exactly. */
const POWERS = Array.from({ length: 23 }, (_, exponent) => `1e${exponent}`);
