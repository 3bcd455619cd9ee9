// npm run bench: the speed of what people wait for, each beside a baseline timed in the same run.
// On PostgreSQL and Redis with TEST_DATABASE_URL and TEST_REDIS_URL set. `-- 1000000` measures growth up to that many messages,
// `-- platforms` only the load of three platforms at once.
import process from 'node:process'
import { readArguments } from '../../src/cli/arguments.ts'

const [what] = readArguments('bench').texts

console.log(`Node.js ${process.version}; the target is that of a quiet machine with two cores.`)
if (what !== 'platforms') await import('./conversation.ts')
await import('./platforms.ts')
