/** How CSV files of people are read, in the words of the reader `csv-parse`. */
export const CSV_FORM = {
  bom: true,
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
  skip_empty_lines: true,
};
