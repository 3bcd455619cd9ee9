// Generates the database client from prisma/schema.prisma.
// `prisma generate` downloads a schema engine that it does not use, unless an environment variable names one. Any file will do.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const prisma = fileURLToPath(new URL('../node_modules/prisma/build/index.js', import.meta.url))
const run = spawnSync(process.execPath, [prisma, 'generate'], {
  env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  encoding: 'utf8',
})
if (run.status !== 0) process.stderr.write(`The database client could not be made from prisma/schema.prisma.\n${run.stdout}${run.stderr}`)
process.exit(run.status ?? 1)
