-- A film rental in the manner of Sakila: rules, computed columns, views, triggers, a reference of two columns.
create table language (
  language_id integer primary key autoincrement,
  name char(20) not null,
  last_update timestamp not null default current_timestamp
);
create table film (
  film_id integer primary key,
  title varchar(255) not null,
  description text,
  release_year int check (release_year >= 1901 and release_year <= 2155),
  language_id integer not null references language on delete restrict,
  original_language_id integer references language (language_id),
  sequel_of integer references film on delete set null,
  rental_duration smallint not null default 3,
  rental_rate numeric(4, 2) not null default 4.99 check (rental_rate > 0), -- check (in, a comment)
  length smallint check (length between 1 and 600),
  rating text default 'G' check (rating in ('G', 'PG', 'PG-13', 'R')),
  audience varchar(10) not null default 'all' constraint audiences check (audience in ('all', 'adults', 'children')),
  special_features blob,
  title_length integer generated always as (length(title)) stored,
  trailer_url text,
  running_time interval,
  last_update datetime not null default current_timestamp
);
create table store (
  store_id integer primary key,
  opens time not null default '09:00',
  email text not null unique,
  is_open tinyint(1) not null default 1,
  is_new integer not null default 0 check (is_new in (0, 1)),
  settings json
);
create table shelf (
  store_id integer not null references store,
  shelf_no smallint not null,
  label varchar(30),
  primary key (store_id, shelf_no)
) without rowid;
create table inventory (
  inventory_id uuid primary key not null default (lower(hex(randomblob(16)))),
  film_id integer not null references film,
  store_id integer not null,
  shelf_no smallint not null,
  constraint stands_on foreign key (store_id, shelf_no) references shelf (store_id, shelf_no)
);
create table rental (
  rental_id integer primary key,
  inventory_id uuid not null references inventory on delete cascade,
  rented_at integer not null default (unixepoch()),
  returned_on date,
  seen_at datetime,
  fee numeric(6, 2),
  unique (inventory_id, rented_at)
);
create table store_code (code varchar(10) not null unique, store_id integer references store, note text);
create table rental_log (happened timestamp not null default current_timestamp, message text);
create table loose (id integer primary key, number, word, either);
create table exact (id text primary key not null, count int not null, share real, body blob, thing any) strict;
create virtual table film_text using fts5 (title, description);
create view film_list as
  select f.film_id as fid, f.title, l.name as language from film f join language l using (language_id);
create view open_store as select store_id, email from store where is_open;
create view broken as select missing from nowhere;
create trigger film_touched after update on film begin
  update film set last_update = current_timestamp where film_id = new.film_id;
end;
create trigger open_store_added instead of insert on open_store begin
  insert into store (store_id, email) values (new.store_id, new.email);
end;

insert into language (name, last_update) values ('English', '2025-02-15 10:02:19'), ('日本語', '2025-02-15 10:02:19');
insert into film (title, description, release_year, language_id, original_language_id, rental_rate, length, rating, last_update)
  values ('HARBOUR NIGHTS', 'A drama of a pilot and a keeper', 2006, 1, 2, 0.99, 86, 'PG-13', '2025-02-15 05:03:42');
insert into film (title, language_id, sequel_of, audience, last_update) values ('HARBOUR DAYS', 1, 1, 'children', '2025-02-15 05:03:42');
insert into store values (1, '08:30', 'one@example.com', 1, 0, '{"tills": 2}');
insert into shelf values (1, 1, 'Left'), (1, 2, null);
insert into inventory values ('6d3cbb3e-3b35-4bd5-92a5-1d7a3f7d7a01', 1, 1, 2);
insert into store_code values ('HQ', 1, null);
insert into rental_log values ('2025-05-24 22:53:30', 'rented');
insert into loose values (1, 7, 'seven', 7), (2, 8.5, 'eight', 'eight');
