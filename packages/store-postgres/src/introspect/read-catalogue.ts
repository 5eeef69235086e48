import type { Client } from "pg";

/** What PostgreSQL's own tables say of the tables in some schemas. Object ids are texts. */
export interface PostgresCatalogue {
  readonly relations: readonly RelationRow[];
  readonly columns: readonly PostgresColumn[];
  readonly constraints: readonly ConstraintRow[];
  readonly uniques: readonly UniqueRow[];
  readonly others: readonly OtherSchemaRow[];
}

export interface RelationRow {
  readonly id: string;
  readonly schema: string;
  readonly name: string;
  /** `r` table, `p` partitioned, `f` foreign, `v` view, `m` materialized view. */
  readonly kind: string;
  readonly comment: string | null;
  readonly may_read: boolean;
  readonly may_add: boolean;
  readonly may_edit: boolean;
  readonly may_delete: boolean;
  /** Null where all rows are seen by all users; and whether this user is one whom rows may be hidden from. */
  readonly policies: readonly string[] | null;
  readonly is_filtered: boolean;
}

export interface PostgresColumn {
  readonly relation: string;
  readonly number: number;
  readonly name: string;
  /** As it is declared, and what is under all domains. */
  readonly written: string;
  readonly base: string;
  /** As `pg_type` has it: `b` base, `e` enum, `c` composite, `r` range; its category is `A` for arrays. */
  readonly form: string;
  readonly category: string;
  /** In full; null where it compares to the letter. */
  readonly loose_collation: string | null;
  /** The type of the items of an array, and its form. */
  readonly item: string | null;
  readonly item_form: string | null;
  /** Of the base type, as `information_schema` reads it. */
  readonly length: number | null;
  readonly precision: number | null;
  readonly scale: number | null;
  readonly labels: readonly string[] | null;
  /** Conditions of its domains, on VALUE. */
  readonly domain_checks: readonly string[] | null;
  readonly not_null: boolean;
  readonly default: string | null;
  /** `a` always, `d` by default, or empty. */
  readonly identity: string;
  /** `s` stored, `v` virtual, or empty. */
  readonly generated: string;
  readonly comment: string | null;
  readonly may_read: boolean;
  readonly may_write: boolean;
}

export interface ConstraintRow {
  readonly relation: string;
  /** `p` primary key, `f` foreign key, `c` check. */
  readonly kind: string;
  readonly columns: readonly string[] | null;
  readonly target_schema: string | null;
  readonly target: string | null;
  readonly targets: readonly string[] | null;
  readonly on_delete: string;
  readonly definition: string;
}

interface UniqueRow {
  readonly relation: string;
  readonly columns: readonly string[];
}

interface OtherSchemaRow {
  readonly schema: string;
}

export async function readPostgresCatalogue(
  client: Client,
  schemas: readonly string[],
): Promise<PostgresCatalogue> {
  const ask = async <T>(sql: string) => (await client.query(sql, [schemas])).rows as T[];
  return {
    relations: await ask<RelationRow>(RELATIONS),
    columns: await ask<PostgresColumn>(COLUMNS),
    constraints: await ask<ConstraintRow>(CONSTRAINTS),
    uniques: await ask<UniqueRow>(UNIQUES),
    others: await ask<OtherSchemaRow>(OTHERS),
  };
}

/** Tables and views, but for parts of partitioned tables and what belongs to extensions. */
const HERE = `from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'f', 'v', 'm') and not c.relispartition
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`;

const IDS = `(select c.oid ${HERE} and n.nspname = any($1))`;

/** The rights to single columns count; \`pg_relation_is_updatable\` has 4 for update, 8 for insert and 16 for delete. */
const RELATIONS = `select c.oid::text as id, n.nspname::text as schema, c.relname::text as name, c.relkind::text as kind,
  obj_description(c.oid, 'pg_class') as comment,
  has_schema_privilege(n.oid, 'usage') and has_any_column_privilege(c.oid, 'select') as may_read,
  has_any_column_privilege(c.oid, 'insert') and pg_relation_is_updatable(c.oid, true) & 8 > 0 as may_add,
  has_any_column_privilege(c.oid, 'update') and pg_relation_is_updatable(c.oid, true) & 4 > 0 as may_edit,
  has_table_privilege(c.oid, 'delete') and pg_relation_is_updatable(c.oid, true) & 16 > 0 as may_delete,
  case when c.relrowsecurity then array(select p.polname || coalesce(': ' || pg_get_expr(p.polqual, c.oid, true), '')
    || coalesce(' with check ' || pg_get_expr(p.polwithcheck, c.oid, true), '') from pg_policy p where p.polrelid = c.oid order by 1) end as policies,
  row_security_active(c.oid) as is_filtered
  ${HERE} and n.nspname = any($1) order by n.nspname, c.relname`;

/** Domains may be domains of domains: the modifier of the innermost that has one counts. */
const COLUMNS = `with recursive under as (
    select a.attrelid, a.attnum, t.oid as type, t.typtype, t.typbasetype, a.atttypmod as modifier, array[]::oid[] as domains
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid in ${IDS} and a.attnum > 0 and not a.attisdropped
    union all
    select u.attrelid, u.attnum, t.oid, t.typtype, t.typbasetype,
        case when u.modifier = -1 then d.typtypmod else u.modifier end, u.domains || u.type
      from under u join pg_type d on d.oid = u.type join pg_type t on t.oid = u.typbasetype where u.typtype = 'd')
  select u.attrelid::text as relation, u.attnum::int as number, a.attname::text as name,
    format_type(a.atttypid, a.atttypmod) as written, t.typname::text as base, t.typtype::text as form,
    t.typcategory::text as category,
    (select quote_ident(s.nspname) || '.' || quote_ident(l.collname) from pg_collation l join pg_namespace s on s.oid = l.collnamespace
      where l.oid = a.attcollation and (not l.collisdeterministic or t.typname in ('citext', 'bpchar'))) as loose_collation,
    information_schema._pg_char_max_length(t.oid, u.modifier) as length,
    case when t.typname = 'numeric' and u.modifier <> -1
      then information_schema._pg_numeric_precision(t.oid, u.modifier) end as precision,
    case when t.typname = 'numeric' and u.modifier <> -1
      then information_schema._pg_numeric_scale(t.oid, u.modifier) end as scale,
    (select array_agg(e.enumlabel::text order by e.enumsortorder) from pg_enum e where e.enumtypid in (t.oid, t.typelem)) as labels,
    i.typname::text as item, i.typtype::text as item_form,
    (select array_agg(pg_get_constraintdef(k.oid, true)) from pg_constraint k
      where k.contypid = any(u.domains) and k.contype = 'c') as domain_checks,
    a.attnotnull or exists (select from pg_type d where d.oid = any(u.domains) and d.typnotnull) as not_null,
    coalesce(pg_get_expr(x.adbin, x.adrelid, true),
      (select max(d.typdefault) from pg_type d where d.oid = any(u.domains))) as "default",
    a.attidentity::text as identity, a.attgenerated::text as generated, col_description(a.attrelid, a.attnum) as comment,
    has_column_privilege(a.attrelid, a.attnum, 'select') as may_read,
    has_column_privilege(a.attrelid, a.attnum, 'insert') or has_column_privilege(a.attrelid, a.attnum, 'update') as may_write
  from under u join pg_attribute a on a.attrelid = u.attrelid and a.attnum = u.attnum
    join pg_type t on t.oid = u.type left join pg_type i on i.oid = t.typelem left join pg_attrdef x on x.adrelid = a.attrelid and x.adnum = a.attnum
  where u.typtype <> 'd' order by u.attrelid, u.attnum`;

const named = (relation: string, numbers: string) =>
  `(select array_agg(a.attname::text order by p.place) from unnest(${numbers}) with ordinality as p (number, place)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = p.number)`;

const CONSTRAINTS = `select k.conrelid::text as relation, k.contype::text as kind, ${named("k.conrelid", "k.conkey")} as columns,
    n.nspname::text as target_schema, c.relname::text as target, ${named("k.confrelid", "k.confkey")} as targets,
    k.confdeltype::text as on_delete, pg_get_constraintdef(k.oid, true) as definition
  from pg_constraint k left join pg_class c on c.oid = k.confrelid left join pg_namespace n on n.oid = c.relnamespace
  where k.contype in ('p', 'f', 'c') and k.conrelid in ${IDS} order by k.conrelid, k.conname`;

const UNIQUES = `select i.indrelid::text as relation, ${named("i.indrelid", "(i.indkey::int2[])[0:i.indnkeyatts - 1]")} as columns
  from pg_index i where i.indrelid in ${IDS} and i.indisunique and i.indisvalid and not i.indisprimary
    and i.indpred is null and i.indexprs is null order by i.indrelid, columns`;

/** Where a person may have meant, when there is nothing. */
const OTHERS = `select distinct n.nspname::text as schema ${HERE}
  and n.nspname <> all($1) and n.nspname <> 'information_schema' and n.nspname !~ '^pg_' order by 1`;
