/** Types of the application "People", written by "tablewright types". Change the definition and write them again. */

/** A row of "Teams". */
export interface TeamsRow {
  _RowNumber: number;
  /** Text */
  "Team ID": string;
  /** Text */
  Name: string;
  /** Text */
  City: string | null;
  /** Date, such as "2026-08-31" */
  Founded: string | null;
  /** Number */
  Seats: number;
  /** Price */
  Budget: number | null;
  /** Yes/No */
  Remote: boolean;
  /** List of "People" */
  "Related Peoples": string[];
  /** Where `Expand` among the properties of a Find asks for it. */
  _Expanded?: {
    "Related Peoples"?: Partial<PeopleRow>[];
  };
}

/** What names a row of "Teams". */
export interface TeamsKey {
  /** Text */
  "Team ID": string;
}

/** What Add takes for "Teams". */
export interface TeamsNew {
  /** Text */
  "Team ID"?: string;
  /** Text */
  Name: string;
  /** Text */
  City?: string | null;
  /** Date, such as "2026-08-31" */
  Founded?: string | null;
  /** Number */
  Seats: number;
  /** Price */
  Budget?: number | null;
  /** Yes/No */
  Remote?: boolean;
}

/** What Edit takes for "Teams": the key and the columns to change. */
export type TeamsChange = TeamsKey & {
  /** Text */
  Name?: string;
  /** Text */
  City?: string | null;
  /** Date, such as "2026-08-31" */
  Founded?: string | null;
  /** Number */
  Seats?: number;
  /** Price */
  Budget?: number | null;
  /** Yes/No */
  Remote?: boolean;
};

/** A row of "People". */
export interface PeopleRow {
  _RowNumber: number;
  /** Text */
  "Person ID": string;
  /** Text */
  Name: string;
  /** Ref of "Teams" */
  Team: string | null;
  /** Date, such as "2026-08-31" */
  Born: string | null;
  /** DateTime, such as "2026-08-31T17:30:00" */
  Joined: string;
  /** Enum */
  Status: "Employee" | "Freelance" | "Trainee";
  /** Yes/No */
  Active: boolean;
  /** Price */
  "Day Rate": number | null;
  /** Percent: Part of a full working week; 80 % is four days of five. */
  Share: number;
  /** List of "Bookings" */
  "Related Bookings": string[];
  /** Where `Expand` among the properties of a Find asks for it. */
  _Expanded?: {
    Team?: Partial<TeamsRow> | null;
    "Related Bookings"?: Partial<BookingsRow>[];
  };
}

/** What names a row of "People". */
export interface PeopleKey {
  /** Text */
  "Person ID": string;
}

/** What Add takes for "People". */
export interface PeopleNew {
  /** Text */
  "Person ID"?: string;
  /** Text */
  Name: string;
  /** Ref of "Teams" */
  Team?: string | null;
  /** Date, such as "2026-08-31" */
  Born?: string | null;
  /** DateTime, such as "2026-08-31T17:30:00" */
  Joined?: string;
  /** Enum */
  Status?: "Employee" | "Freelance" | "Trainee";
  /** Yes/No */
  Active?: boolean;
  /** Price */
  "Day Rate"?: number | null;
  /** Percent: Part of a full working week; 80 % is four days of five. */
  Share?: number;
}

/** What Edit takes for "People": the key and the columns to change. */
export type PeopleChange = PeopleKey & {
  /** Text */
  Name?: string;
  /** Ref of "Teams" */
  Team?: string | null;
  /** Date, such as "2026-08-31" */
  Born?: string | null;
  /** DateTime, such as "2026-08-31T17:30:00" */
  Joined?: string;
  /** Enum */
  Status?: "Employee" | "Freelance" | "Trainee";
  /** Yes/No */
  Active?: boolean;
  /** Price */
  "Day Rate"?: number | null;
  /** Percent: Part of a full working week; 80 % is four days of five. */
  Share?: number;
};

/** A row of "Bookings". */
export interface BookingsRow {
  _RowNumber: number;
  /** Ref of "People" */
  Person: string;
  /** Date, such as "2026-08-31" */
  Day: string;
  /** Enum */
  Task: "Build" | "Plan" | "Repair" | "Teach";
  /** Decimal */
  Hours: number;
  /** Percent */
  Discount: number;
  /** Price: Computed when the booking is saved; eight hours are a day. */
  Total: number | null;
  _ComputedKey: string;
  /** Where `Expand` among the properties of a Find asks for it. */
  _Expanded?: {
    Person?: Partial<PeopleRow> | null;
  };
}

/** What names a row of "Bookings": the parts of its key, or all of them as one text. */
export type BookingsKey =
  | {
      /** Ref of "People" */
      Person: string;
      /** Date, such as "2026-08-31" */
      Day: string;
    }
  | { _ComputedKey: string };

/** What Add takes for "Bookings". */
export interface BookingsNew {
  /** Ref of "People" */
  Person: string;
  /** Date, such as "2026-08-31" */
  Day: string;
  /** Enum */
  Task?: "Build" | "Plan" | "Repair" | "Teach";
  /** Decimal */
  Hours?: number;
  /** Percent */
  Discount?: number;
}

/** What Edit takes for "Bookings": the key and the columns to change. */
export type BookingsChange = BookingsKey & {
  /** Enum */
  Task?: "Build" | "Plan" | "Repair" | "Teach";
  /** Decimal */
  Hours?: number;
  /** Percent */
  Discount?: number;
};

/** The application "People": what a client has to know of it. */
export interface Application {
  id: "people";
  tables: {
    Teams: {
      row: TeamsRow;
      key: TeamsKey;
      add: TeamsNew;
      edit: TeamsChange;
      delete: TeamsKey;
      actions: never;
    };
    People: {
      row: PeopleRow;
      key: PeopleKey;
      add: PeopleNew;
      edit: PeopleChange;
      delete: PeopleKey;
      actions: never;
    };
    Bookings: {
      row: BookingsRow;
      key: BookingsKey;
      add: BookingsNew;
      edit: BookingsChange;
      delete: BookingsKey;
      actions: never;
    };
  };
}
