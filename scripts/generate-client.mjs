// Generates the database client from prisma/schema.prisma, if the schema is newer than the client.
// `prisma generate` downloads a schema engine that it does not use, unless an environment variable names one. Any file will do.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'

const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

export function generateClient(root) {
  const prisma = join(root, 'node_modules/prisma')
  const made = changedAt(join(root, 'src/store/generated/client.ts'))
  if (made > changedAt(join(root, 'prisma/schema.prisma')) && made > changedAt(join(prisma, 'package.json'))) return
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(prisma, 'build/index.js'), 'generate'], {
    cwd: root,
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The database client could not be generated from prisma/schema.prisma:\n${stdout}${stderr}`)
}
