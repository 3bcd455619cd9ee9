import fc from 'fast-check'
import { storable } from '../../src/core/domain/text.ts'
import type { Said } from './planted.ts'

const words = (maxLength: number) => fc.string({ unit: 'binary', maxLength }).map(storable)
/** With what Markdown, JSON and SQL might trip over. */
const text = fc.oneof(
  words(30),
  fc.constantFrom(
    '# A heading\n---\n> "quoted"',
    'line\r\nline\rline\u2028line',
    "'; DROP TABLE users; --",
    '\\u0000 \\n $1 t.id',
    '👩‍👩‍👧‍👦 שלום \u202e',
    '{"a":1},\n]}',
    ']}\n',
  ),
)
const filled = text.map((said) => `x${said}`)

/** What somebody said and what became of it, on some days. */
export const histories: fc.Arbitrary<readonly Said[]> = fc.array(
  fc.record(
    {
      text,
      answer: text,
      at: fc.date({ min: new Date('2025-12-30T00:00:00Z'), max: new Date('2026-01-20T00:00:00Z'), noInvalidDate: true }),
      place: fc.constantFrom('direct', 'shared', 'other'),
      fate: fc.constantFrom('kept', 'edited', 'deleted'),
      file: fc.record({ name: filled, content: fc.uint8Array({ maxLength: 90 }), transcript: text }),
      remembered: fc.record({ content: filled, theme: filled }),
      emoji: filled,
      tool: text,
      summary: text,
    },
    { requiredKeys: ['text', 'answer', 'at', 'place', 'fate'] },
  ),
  { minLength: 1, maxLength: 4 },
)
