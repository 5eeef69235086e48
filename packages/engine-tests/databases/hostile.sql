-- Names that a definition, YAML, an expression or a path could stumble over.
create table "Add" ("Add" integer primary key not null, "Find" text, "select" text, "null" text, "true" integer, "1" text);
create table "__proto__" ("constructor" integer primary key not null, "__proto__" text, "toString" text);
create table " blanks around " (" key " integer primary key not null, "# comment" text, "a: b" text, "- item" text);
create table "a ""quoted"" name" ("it's" integer primary key not null, "{x}" text, "[y]" text, "z]" text, "back\slash" text);
create table "größe 🚢" ("ключ" integer primary key not null, "名前" varchar(10), "é" text);
create table "dots.in.name" ("a.b" integer primary key not null, "c" integer references "größe 🚢" ("ключ"));
create table "_RowNumber" ("_RowNumber" integer primary key not null, "_ComputedKey" text, "_THISROW" text, "Related Adds" text);
create table "two
lines" ("the
key" integer primary key not null, "tab	tab" text default 'two
lines' check ("tab	tab" <> '# '));
create table "tablewright_tables" ("name" text primary key not null);
create table "order" ("group" integer not null, "table" integer not null, "column" text, primary key ("group", "table"));
create table "loop a" (id integer primary key not null);
