import type { Sabotage } from './database.ts'

/** A fault that a change of a statement could bring in. */
interface PlantedFault {
  readonly sabotage: Sabotage
  /** What is found then, with one of the first seeds. */
  readonly finding: RegExp
}

/** Replaces a part of each statement that has it. */
const replacing =
  (part: RegExp, by: string): Sabotage =>
  (query) => {
    const sql = query.sql.replace(part, by)
    return sql === query.sql ? query : { ...query, sql }
  }

/** By what is wrong then. */
export const plantedFaults: Readonly<Record<string, PlantedFault>> = {
  'a lease is claimed although another worker holds it': {
    sabotage: replacing(/leases\.until <= (\$\d+)/g, '$1::timestamptz IS NOT NULL'),
    finding: /changed hands while it was held/,
  },
  'a worker writes under a lease that it has lost': {
    sabotage: replacing(/AND epoch = (\$\d+) AND until > '-infinity' FOR SHARE/, 'AND $1::int IS NOT NULL'),
    finding: /replies|reply to message|is shown|is in /,
  },
  'a change does not discard the reply that is being written': {
    sabotage: replacing(/revision = revision \+ 1 WHERE id/, 'revision = revision + 0 WHERE id'),
    finding: /" is in /,
  },
  'the sweep does not find the messages that wait': {
    sabotage: replacing(/\) pending\s+WHERE NOT/, ') pending WHERE FALSE AND NOT'),
    finding: /is pending|running/,
  },
}
