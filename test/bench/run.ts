// npm run bench: the speed of what people wait for, each beside a baseline timed in the same run.
// On PostgreSQL and Redis with TEST_DATABASE_URL and TEST_REDIS_URL set. `-- 1000000` measures growth up to that many messages,
// `-- load`, `-- crowd`, `-- search`, `-- chunks`, `-- memory`, `-- platforms`, `-- cache`, `-- page`, `-- path`, `-- voice` or `-- channels` only that part. `-- cache` asks the server in OPENAI_BASE_URL, if there is one.
import process from 'node:process'
import { readArguments } from '../support/arguments.ts'

const parts = new Map([
  ['conversation', () => import('./conversation.ts')],
  ['load', () => import('./load.ts')],
  ['crowd', () => import('./crowd.ts')],
  ['search', () => import('./search.ts')],
  ['chunks', () => import('./chunks.ts')],
  ['memory', () => import('./memory.ts')],
  ['platforms', () => import('./platforms.ts')],
  ['cache', () => import('./cache.ts')],
  ['page', () => import('./page.ts')],
  ['path', () => import('./message-path.ts')],
  ['voice', () => import('./voice.ts')],
  ['channels', () => import('./channels.ts')],
])
const [what = ''] = readArguments('bench')
const only = parts.get(what)

console.log(`Node.js ${process.version}; the target is that of a quiet machine with two cores.`)
// The path of a message is no measurement.
for (const [name, part] of parts) if (only ? part === only : name !== 'path') await part()
