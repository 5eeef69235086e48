-- A film rental in the manner of Sakila: types of its own, rules, computed columns, views, triggers, a reference of two columns.
create table language (
  language_id int unsigned auto_increment primary key,
  name char(20) not null,
  last_update timestamp not null default current_timestamp
) default character set utf8mb4;
create table film (
  film_id int auto_increment primary key,
  title varchar(255) character set latin1 not null,
  description text,
  release_year year,
  language_id int unsigned not null,
  original_language_id int unsigned,
  sequel_of int,
  rental_duration smallint not null default 3,
  rental_rate decimal(4, 2) not null default 4.99 check (rental_rate > 0),
  length smallint check (length between 1 and 600),
  rating enum('G', 'PG', 'PG-13', 'R') default 'G',
  audience varchar(10) not null default 'all' check (audience in ('all', 'adults', 'children')),
  special_features set('Trailers', 'Commentaries'),
  title_length int generated always as (char_length(title)) stored,
  running_time time,
  last_update datetime not null default current_timestamp,
  foreign key (language_id) references language (language_id),
  foreign key (original_language_id) references language (language_id),
  foreign key (sequel_of) references film (film_id) on delete set null
) default character set utf8mb4 comment = 'What can be rented; one row for a title, not for a disc.';
create table store (
  store_id int primary key,
  opens time(3) not null default '09:00:00',
  email varchar(200) not null unique,
  is_open tinyint(1) not null default 1,
  settings json
) default character set utf8mb4;
create table shelf (
  store_id int not null,
  shelf_no smallint not null,
  label varchar(30),
  primary key (store_id, shelf_no),
  foreign key (store_id) references store (store_id)
) default character set utf8mb4;
create table inventory (
  inventory_id char(36) default (uuid()) primary key,
  film_id int not null,
  store_id int not null,
  shelf_no smallint not null,
  foreign key (film_id) references film (film_id),
  constraint stands_on foreign key (store_id, shelf_no) references shelf (store_id, shelf_no)
) default character set utf8mb4;
create table rental (
  rental_id bigint auto_increment primary key,
  inventory_id char(36) not null,
  rented_at timestamp not null default current_timestamp,
  returned_on date,
  fee decimal(6, 2),
  unique (inventory_id, rented_at),
  foreign key (inventory_id) references inventory (inventory_id) on delete cascade
) default character set utf8mb4;
create table store_code (code varchar(10) not null unique, store_id int, note text) default character set utf8mb4;
create view film_list as
  select f.film_id as fid, f.title, l.name as language from film f join language l using (language_id);
create trigger film_touched before update on film for each row set new.last_update = now();

insert into language (name, last_update) values ('English', '2025-02-15 10:02:19'), ('日本語', '2025-02-15 10:02:19');
insert into film (title, description, release_year, language_id, original_language_id, rental_rate, length, rating, special_features, running_time, last_update)
  values ('HARBOUR NIGHTS', 'A drama of a pilot and a keeper', 2006, 1, 2, 0.99, 86, 'PG-13', 'Trailers,Commentaries', '1:26:00', '2025-02-15 05:03:42');
insert into film (title, language_id, sequel_of, audience, last_update) values ('HARBOUR DAYS', 1, 1, 'children', '2025-02-15 05:03:42');
insert into store values (1, '08:30:00', 'one@example.com', true, '{"tills": 2}');
insert into shelf values (1, 1, 'Left'), (1, 2, null);
insert into inventory values ('6d3cbb3e-3b35-4bd5-92a5-1d7a3f7d7a01', 1, 1, 2);
insert into rental (inventory_id, rented_at, fee) values ('6d3cbb3e-3b35-4bd5-92a5-1d7a3f7d7a01', '2025-05-24 22:53:30', 2.99);
insert into store_code values ('HQ', 1, null);
