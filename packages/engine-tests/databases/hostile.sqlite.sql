create table "loop b" (id integer primary key not null references "loop c" (id));
create table "loop c" (id integer primary key not null references "loop b" (id));
create table "" (a integer primary key not null);
create table "nameless" (id integer primary key not null, "" text);
create table "to nothing" (id integer primary key not null, gone integer references gone (id));
create table [brackets] ([a b] integer primary key not null, `c``d` text check (`c``d` in ('x', 'y''s')));
