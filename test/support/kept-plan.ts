import type { Store } from '../../src/store/store.ts'

/** Returns the plan of a statement for whatever values it gets, as it is kept. The values are only needed to ask for it. */
export function keptPlan(store: Store, text: string, values: readonly unknown[]): Promise<string> {
  return store.transaction(async (tx) => {
    await tx.$executeRawUnsafe('SET LOCAL plan_cache_mode = force_generic_plan')
    await tx.$executeRawUnsafe(`PREPARE kept AS ${text}`)
    const list = values.length > 0 ? `(${values.map(toLiteral).join(', ')})` : ''
    const rows = await tx.$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(`EXPLAIN EXECUTE kept${list}`)
    await tx.$executeRawUnsafe('DEALLOCATE kept')
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (Array.isArray(value)) return quote(`{${value.map((item) => JSON.stringify(String(item))).join(',')}}`)
  if (value instanceof Date) return quote(value.toISOString())
  if (typeof value === 'string') return quote(value)
  return typeof value === 'object' ? quote(JSON.stringify(value)) : String(value)
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
