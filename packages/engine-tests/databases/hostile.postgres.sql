create table "loop b" (id integer primary key not null);
create table "loop c" (id integer primary key not null references "loop b" (id));
alter table "loop b" add foreign key (id) references "loop c" (id);
create table "ORDER" ("Group" integer primary key, "group" text, "GROUP" text, "Group 2" text);
create type "My Kind" as enum ('a', 'b''s "c"', '', 'true', '# 1');
create table kinds (kind "My Kind" primary key, kinds "My Kind"[], point point, network inet, money money, "xml" xml,
  oid oid, range int4range, bits bit(3));
comment on table kinds is 'Two
lines: # "quoted"';
comment on column kinds.kind is 'It''s "one": # of them
in two lines';
