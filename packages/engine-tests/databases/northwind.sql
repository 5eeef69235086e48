-- A trading house in the manner of Northwind: names with blanks, keys of letters, a key of two, pictures, money of four digits.
create table "Categories" (
  "CategoryID" smallint primary key not null,
  "CategoryName" varchar(15) not null,
  "Description" text,
  "Picture" bytea
);
create table "Customers" (
  "CustomerID" char(5) primary key not null,
  "CompanyName" varchar(40) not null,
  "Contact Name" varchar(30),
  "Phone" varchar(24)
);
create table "Employees" (
  "EmployeeID" smallint primary key not null,
  "LastName" varchar(20) not null,
  "Title" varchar(30),
  "BirthDate" date,
  "Extension" varchar(4),
  "Notes" text,
  "ReportsTo" smallint references "Employees" ("EmployeeID"),
  "Salary" real
);
create table "Products" (
  "ProductID" smallint primary key not null,
  "ProductName" varchar(40) not null,
  "CategoryID" smallint references "Categories" ("CategoryID"),
  "QuantityPerUnit" varchar(20),
  "UnitPrice" decimal(19, 4) default 0 check ("UnitPrice" >= 0),
  "UnitsInStock" smallint default 0,
  "Discontinued" boolean not null default false
);
create table "Orders" (
  "OrderID" integer primary key not null,
  "CustomerID" char(5) references "Customers" ("CustomerID"),
  "EmployeeID" smallint references "Employees" ("EmployeeID"),
  "OrderDate" date,
  "Shipped Date" date,
  "Freight" decimal(19, 4) default 0,
  "Ship Name" varchar(40)
);
create table "Order Details" (
  "OrderID" integer not null references "Orders" ("OrderID"),
  "ProductID" smallint not null references "Products" ("ProductID"),
  "Unit Price" decimal(19, 4) not null default 0,
  "Quantity" smallint not null default 1 check ("Quantity" > 0),
  "Discount" real not null default 0,
  primary key ("OrderID", "ProductID")
);
create table "Shipment Notes" (
  "OrderID" integer not null,
  "ProductID" smallint not null,
  "Note No" integer not null,
  "Note" varchar(2000),
  primary key ("OrderID", "ProductID", "Note No"),
  foreign key ("OrderID", "ProductID") references "Order Details" ("OrderID", "ProductID")
);
create view "Products by Category" as
  select c."CategoryName", p."ProductName", p."UnitsInStock"
  from "Categories" c join "Products" p on c."CategoryID" = p."CategoryID";

insert into "Categories" values (1, 'Beverages', 'Soft drinks, coffees, teas', null), (2, 'Seafood', 'Seaweed and fish', null);
insert into "Customers" values ('ALFKI', 'Alfreds Futterkiste', 'Maria Anders', '030-0074321'), ('BLONP', 'Blondel père et fils', null, null);
insert into "Employees" values
  (1, 'Davolio', 'Vice President', '1968-12-08', '5467', 'Reads "everything".', null, 3119.15),
  (2, 'Fuller', 'Sales', '1972-02-19', null, null, 1, 2254.49);
insert into "Products" values (1, 'Chai', 1, '10 boxes', 18.0000, 39, false), (2, 'Inlagd Sill', 2, '24 jars', 19.1250, 112, true);
insert into "Orders" values (10248, 'ALFKI', 1, '2024-07-04', null, 32.3800, 'Alfreds Futterkiste');
insert into "Order Details" values (10248, 1, 14.0000, 12, 0.25), (10248, 2, 9.8000, 10, 0);
insert into "Shipment Notes" values (10248, 1, 1, 'Fragile.');
