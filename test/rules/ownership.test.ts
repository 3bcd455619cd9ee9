import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { personalData } from '../../src/app.ts'
import { featureOf, lineOf, root, type SourceFile, sourceFiles } from './source.ts'

/** Each table is owned by the feature that registers its personal data. */
const owners = new Map(
  personalData.flatMap(({ feature, tables }) => Object.keys(tables).map((table) => [table, `src/${feature}`] as const)),
)

/** The delegates of the Prisma client, such as `dayFile`, with their tables. */
const delegates = new Map(
  [...readFileSync(`${root}prisma/schema.prisma`, 'utf8').matchAll(/^model (\w+) \{.*?@@map\("(\w+)"\)/gms)].map(
    ([, model = '', table = '']) => [model.charAt(0).toLowerCase() + model.slice(1), table] as const,
  ),
)

const sqlWrite = /\b(?:INSERT INTO|UPDATE|DELETE FROM|TRUNCATE|MERGE INTO)\s+(?:ONLY\s+)?"?(\w+)"?/g
const prismaWrite =
  /\.(\w+)\s*\.(?:create|createMany|createManyAndReturn|update|updateMany|updateManyAndReturn|upsert|delete|deleteMany)\(/g

/** Every write to a table outside its owner's folder. A table whose name comes from the registry is written for its owner. */
function foreignWrites({ path, text }: SourceFile): string[] {
  const written = [
    ...[...text.matchAll(sqlWrite)].map((match) => ({ match, table: match[1] ?? '' })),
    ...[...text.matchAll(prismaWrite)].map((match) => ({ match, table: delegates.get(match[1] ?? '') ?? '' })),
  ]
  return written
    .filter(({ table }) => owners.has(table) && owners.get(table) !== featureOf(path))
    .map(({ match, table }) => `${path}:${lineOf(text, match.index)} writes ${table}, which ${owners.get(table)} owns`)
}

describe('ownership of tables', () => {
  test('every table has an owner', () => {
    expect([...delegates.values()].filter((table) => !owners.has(table))).toEqual([])
  })

  test('no feature writes to a table of another', () => {
    expect(sourceFiles(['src', 'adapters']).flatMap(foreignWrites)).toEqual([])
  })

  test('a write by SQL or by the client is found', () => {
    const path = 'src/summaries/planted.ts'
    const text = 'sql`\n  UPDATE messages m SET text = 1`\nawait tx.message.updateMany({})\nsql`SELECT 1 FROM messages FOR UPDATE`'
    expect(foreignWrites({ path, text })).toEqual([
      `${path}:2 writes messages, which src/threads owns`,
      `${path}:3 writes messages, which src/threads owns`,
    ])
    expect(foreignWrites({ path: 'src/threads/planted.ts', text })).toEqual([])
  })

  test('the web adapter contains no SQL and does not use the client', () => {
    const uses = /\$queryRaw|\$executeRaw|Prisma\.sql|\bdb\.\w+\.(?:find|count|create|update|delete|aggregate|group|upsert)/
    expect(
      sourceFiles(['adapters/web'])
        .filter(({ text }) => uses.test(text))
        .map(({ path }) => path),
    ).toEqual([])
  })

  test('one module advances the change counter and the revision of threads and days', () => {
    const advances =
      /UPDATE threads\b[^`]*?change_seq\s*=[^`]*?\+|revision\s*=\s*(?:\w+\.)?revision\s*\+|(?:changeSeq|revision):\s*\{\s*increment/
    expect(
      sourceFiles(['src', 'adapters'])
        // A session has a revision of its own.
        .filter(({ text }) => advances.test(text.replace(/UPDATE sessions SET[^`]*/g, '')))
        .map(({ path }) => path),
    ).toEqual(['src/threads/thread.ts'])
  })
})
