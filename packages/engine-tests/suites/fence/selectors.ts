/**
 * What a caller may ask of a table `T` with a security filter, by what they evaluate on its rows: cells that are compared,
 * computed with, sorted by, searched for and dereferenced. `GUESS` stands for the beginning of a text of a hidden row.
 */
export const SELECTORS = [
  'FILTER("T", [Amount] > 5)',
  'FILTER("T", [Secret] = "ünsichtbar 1")',
  'FILTER("T", [Secret] = [_PARAM].[text])',
  'FILTER("T", IN([Secret], LIST("ä", "b", "c", "d", "ünsichtbar 1")))',
  'FILTER("T", CONTAINS([Secret], "Ü"))',
  'FILTER("T", UPPER([Secret]) = "ÜNSICHTBAR 2")',
  'FILTER("T", LEN(SUBSTITUTE([Secret], "ü", "ee")) > 3)',
  'FILTER("T", ROUND([Amount] * 1.75) > 3)',
  'FILTER("T", ([Amount] & "!") <> "7!")',
  'FILTER("T", [Size] * 9007199254740991 >= 0)',
  'FILTER("T", IF(STARTSWITH([Secret], "GUESS"), [Size] * 9007199254740991 > 0, TRUE))',
  'FILTER("T", IF(STARTSWITH([Secret], "GUESS"), LEN(SUBSTITUTE([Secret], "e", "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX")) > 0, TRUE))',
  'FILTER("T", AND([Code] = "c1", CONTAINS([Secret], "Ü")))',
  'FILTER("T", AND([Item] > "v1", IN([Code], LIST("c0", "x")), CONTAINS([Secret], "Ü")))',
  'FILTER("T", [Next].[Secret] = "ünsichtbar 0")',
  'FILTER("T", [Next].[Next].[Amount] * 1.5 >= 0)',
  'FILTER("T", COUNT(SELECT(T[Item], CONTAINS([Secret], "Ü"))) > 0)',
  'FILTER("T", COUNT(SELECT(T[Item], AND([Code] = [_THISROW-1].[Code], CONTAINS([Secret], "Ü")))) > 0)',
  'FILTER("T", IN([Secret], SELECT(T[Secret], UPPER([Secret]) <> "Q")))',
  'FILTER("T", SUM(SELECT(T[Amount], TRUE)) < 1000)',
  'FILTER("T", ISBLANK(LOOKUP("x", "T", "Secret", "Item")))',
  'FILTER("T", [Twins] > 1)',
  'FILTER("Plain T", TRUE)',
  'ORDERBY(FILTER("T", TRUE), [Secret], TRUE, [Amount] * 1.5)',
  'TOP(ORDERBY(FILTER("T", UPPER([Secret]) <> "Q"), UPPER([Secret]), TRUE), 2)',
  'TOP(FILTER("T", CONTAINS([Secret], "Ü")), 3)',
  'MAXROW("T", "Amount", CONTAINS([Secret], "Ü"))',
  'SELECT(T[Next], CONTAINS([Secret], "Ü"))',
  'LIST(LOOKUP("ünsichtbar 2", "T", "Secret", "Item"), ANY(SELECT(T[Item], CONTAINS([Secret], "Ü"))))',
] as const;

/** The same of a table `Links` that refers to rows of `T`, hidden ones among them, and has no filter. */
export const LINK_SELECTORS = [
  'FILTER("Links", CONTAINS([To T].[Secret], "Ü"))',
  'FILTER("Links", ROUND([To T].[Amount] * 1.5) > 1)',
  'FILTER("Links", [To T].[Twins] > 0)',
  'FILTER("Links", IN([Text], SELECT(T[Secret], TRUE)))',
  'FILTER("Links", IN([To T], SELECT(T[Item], UPPER([Secret]) <> "Q")))',
  'FILTER("Links", COUNT(SELECT(T[Item], AND([Item] = [_THISROW-1].[To T], CONTAINS([Secret], "Ü")))) > 0)',
  'FILTER("Links", MAXROW("T", "Amount", CONTAINS([Secret], "Ü")) = [To T])',
  'ORDERBY(FILTER("Links", TRUE), [To T].[Secret], TRUE)',
  'SELECT(Links[Link], SUM(SELECT(T[Next], UPPER([Secret]) <> "Q")[Amount]) > 1)',
] as const;
