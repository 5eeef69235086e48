-- A music shop in the manner of Chinook: whole numbers as keys, references, a reference to its own table, a key of two.
create table "Artist" ("ArtistId" integer primary key not null, "Name" varchar(120));
create table "Album" (
  "AlbumId" integer primary key not null,
  "Title" varchar(160) not null,
  "ArtistId" integer not null references "Artist" ("ArtistId")
);
create table "Genre" ("GenreId" integer primary key not null, "Name" varchar(120) unique);
create table "MediaType" ("MediaTypeId" integer primary key not null, "Name" varchar(120));
create table "Track" (
  "TrackId" integer primary key not null,
  "Name" varchar(200) not null,
  "AlbumId" integer references "Album" ("AlbumId"),
  "MediaTypeId" integer not null references "MediaType" ("MediaTypeId"),
  "GenreId" integer references "Genre" ("GenreId"),
  "Composer" varchar(220),
  "Milliseconds" integer not null,
  "Bytes" bigint,
  "UnitPrice" numeric(10, 2) not null
);
create table "Playlist" ("PlaylistId" integer primary key not null, "Name" varchar(120));
create table "PlaylistTrack" (
  "PlaylistId" integer not null references "Playlist" ("PlaylistId"),
  "TrackId" integer not null references "Track" ("TrackId"),
  primary key ("PlaylistId", "TrackId")
);
create table "Employee" (
  "EmployeeId" integer primary key not null,
  "LastName" varchar(20) not null,
  "FirstName" varchar(20) not null,
  "ReportsTo" integer references "Employee" ("EmployeeId"),
  "BirthDate" timestamp,
  "Phone" varchar(24),
  "Email" varchar(60)
);
create table "Customer" (
  "CustomerId" integer primary key not null,
  "FirstName" varchar(40) not null,
  "LastName" varchar(20) not null,
  "Country" varchar(40),
  "Email" varchar(60) not null,
  "SupportRepId" integer references "Employee" ("EmployeeId")
);
create table "Invoice" (
  "InvoiceId" integer primary key not null,
  "CustomerId" integer not null references "Customer" ("CustomerId"),
  "InvoiceDate" timestamp not null,
  "Total" numeric(10, 2) not null
);
create table "InvoiceLine" (
  "InvoiceLineId" integer primary key not null,
  "InvoiceId" integer not null references "Invoice" ("InvoiceId") on delete cascade,
  "TrackId" integer not null references "Track" ("TrackId"),
  "UnitPrice" numeric(10, 2) not null,
  "Quantity" integer not null
);
create index "TrackOfAlbum" on "Track" ("AlbumId");

insert into "Artist" values (1, 'The Lighthouse Keepers'), (2, 'Großer Hafen');
insert into "Album" values (1, 'Fog Signals', 1), (2, 'Ebbe', 2);
insert into "Genre" values (1, 'Shanty'), (2, 'Ambient');
insert into "MediaType" values (1, 'FLAC');
insert into "Track" values
  (1, 'Two Long Blasts', 1, 1, 1, 'M. Keeper', 215000, 5200000000, 0.99),
  (2, 'Drift', 1, 1, 2, null, 402500, null, 0.99),
  (3, 'Bei Nebel', 2, 1, null, 'A. Groß', 187250, 4100000, 1.29);
insert into "Playlist" values (1, 'Night watch');
insert into "PlaylistTrack" values (1, 1), (1, 3);
insert into "Employee" values
  (1, 'Adams', 'Ada', null, '1962-02-18 00:00:00', '+1 (780) 428-9482', 'ada@example.com'),
  (2, 'Peacock', 'Jane', 1, '1973-08-29 00:00:00', null, 'jane@example.com');
insert into "Customer" values (1, 'Luís', 'Gonçalves', 'Brazil', 'luis@example.com', 2);
insert into "Invoice" values (1, 1, '2025-01-03 14:30:00', 2.28);
insert into "InvoiceLine" values (1, 1, 1, 0.99, 1), (2, 1, 3, 1.29, 1);
