/** A definition over the tables of the sample database `sakila`; `place` is what precedes its sources, such as `shop.`. */
export const rentalShop = (place: string) => `
tablewright: 1
app:
  id: rental
  name: Rental
  owner: owner@example.com
  timezone: UTC
  locale: en-US
  api: { enabled: true }
tables:
  Languages:
    source: ${place}language
    key: [Language]
    columns:
      Language: { type: Number, source: language_id }
      Name: { type: Text, source: name }
  Films:
    source: ${place}film
    key: [Film]
    columns:
      Film: { type: Number, source: film_id }
      Title: { type: Text, source: title }
      Year: { type: Number, source: release_year }
      Language: { type: Ref, table: Languages, source: language_id }
      Sequel of: { type: Ref, table: Films, source: sequel_of }
      Days: { type: Number, source: rental_duration }
      Rate: { type: Price, source: rental_rate, decimalDigits: 2 }
      Minutes: { type: Number, source: length }
      Rating: { type: Enum, source: rating, values: [G, PG, PG-13, R] }
      Letters: { type: Number, source: title_length, readOnly: true }
      Changed: { type: DateTime, source: last_update, readOnly: true }
      Dearer: { type: Price, virtual: true, formula: "[Rate] * 1.1" }
      Spoken: { type: Text, virtual: true, formula: "[Language].[Name]" }
  Stores:
    source: ${place}store
    key: [Store]
    columns:
      Store: { type: Number, source: store_id }
      Opens: { type: Time, source: opens }
      Email: { type: Email, source: email }
      Open: { type: Yes/No, source: is_open }
  Shelves:
    source: ${place}shelf
    key: [Store, Number]
    columns:
      Store: { type: Ref, table: Stores, source: store_id }
      Number: { type: Number, source: shelf_no }
      Label: { type: Text, source: label }
  Copies:
    source: ${place}inventory
    key: [Copy]
    columns:
      Copy: { type: Text, source: inventory_id }
      Film: { type: Ref, table: Films, source: film_id }
      Store: { type: Number, source: store_id }
      Shelf: { type: Number, source: shelf_no }
  Codes:
    source: ${place}store_code
    key: [Code]
    columns:
      Code: { type: Text, source: code }
  Rentals:
    source: ${place}rental
    key: [Rental]
    columns:
      Rental: { type: Number, source: rental_id }
      Copy: { type: Ref, table: Copies, source: inventory_id }
      Returned: { type: Date, source: returned_on }
      Fee: { type: Price, source: fee, decimalDigits: 2 }
  Film list:
    source: ${place}film_list
    key: [Film]
    updates: []
    columns:
      Film: { type: Number, source: fid }
      Title: { type: Text, source: title }
      Language: { type: Text, source: language }
  Notes:
    key: [Note]
    columns:
      Note: { type: Text, initialValue: UNIQUEID() }
      Film: { type: Ref, table: Films }
      Text: { type: Text }
actions:
  Lengthen: { table: Films, set: { Days: "[Days] + 1" } }
`;
