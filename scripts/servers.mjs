// Runs a command with a temporary PostgreSQL and Redis on free loopback ports, and exits with the command's exit code:
//   node scripts/servers.mjs npm run test:servers
// The command finds them in TEST_DATABASE_URL (a superuser on the database postgres) and TEST_REDIS_URL.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { constants, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const folder = mkdtempSync(join(tmpdir(), 'throughline-servers-'))
/** The started processes, the command last. */
const processes = []
let interruptedBy

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    // Passes the signal to the command, whose exit then stops the servers.
    interruptedBy = signal
    processes.at(-1)?.child.kill(signal)
  })

try {
  const [command, ...args] = process.argv.slice(2)
  if (!command) throw new Error('Say which command to run: node scripts/servers.mjs <command> [arguments…]')
  const TEST_DATABASE_URL = await startPostgres()
  const TEST_REDIS_URL = await startRedis()
  const child = start(command, args, { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL, TEST_REDIS_URL } })
  const [code, signal] = await ended(child)
  process.exitCode = code ?? 128 + constants.signals[signal]
} catch (error) {
  console.error(error.message)
  process.exitCode = interruptedBy ? 128 + constants.signals[interruptedBy] : 1
} finally {
  for (const { child, stopSignal } of processes.reverse()) await stop(child, stopSignal)
  rmSync(folder, { recursive: true, force: true })
}

async function startPostgres() {
  const bin = postgresFolder()
  const data = join(folder, 'postgres')
  mkdirSync(data, { mode: 0o700 })
  const user = postgresUser()
  if (user.uid) for (const path of [folder, data]) chownSync(path, user.uid, user.gid)

  const made = spawnSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'], {
    ...user,
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)

  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    // The data does not outlive the command, so it need not reach the disk.
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    // Statistics appear only where a command gathers them, so that plans are the same in each run.
    'autovacuum=off',
    ...statementStatistics(bin),
  ].flatMap((setting) => ['-c', setting])
  const server = start(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], { ...user, stdio: 'pipe' }, 'SIGINT')
  const isReady = () => spawnSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0
  await until(isReady, server, 'PostgreSQL')
  return `postgresql://postgres@127.0.0.1:${port}/postgres`
}

async function startRedis() {
  const file = onPath('redis-server')
  if (!file) throw new Error('redis-server is missing: install the Debian package redis-server.')
  const port = await freePort()
  const server = start(file, ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no', '--dir', folder], {
    stdio: 'pipe',
  })
  await until(() => answers(port), server, 'Redis')
  return `redis://127.0.0.1:${port}`
}

/** The settings that count the statements inside functions as well, if the server has the extension. The bench reads the counts. */
function statementStatistics(bin) {
  const library = join(bin, '..', 'lib', 'pg_stat_statements.so')
  return existsSync(library) ? ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track=all'] : []
}

/** Returns the folder of Debian's newest PostgreSQL, which is not on the path, or else of the one that is. */
function postgresFolder() {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const bins = versions.map((version) => join(root, version, 'bin'))
  const bin = [...bins, ...searchPath()].find((path) => existsSync(join(path, 'initdb')))
  if (!bin) throw new Error('PostgreSQL is missing: install the Debian package postgresql.')
  return bin
}

/** PostgreSQL refuses to run as root, so it then runs as the user that Debian's package creates. */
function postgresUser() {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout))
  if (!uid || !gid)
    throw new Error('PostgreSQL does not run as root, and there is no user postgres: install the Debian package postgresql.')
  return { uid, gid, cwd: '/' }
}

function start(file, args, options, stopSignal = 'SIGTERM') {
  const child = spawn(file, args, options)
  // A server's output matters only if it does not start.
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      output = (output + text).slice(-2_000)
    })
  child.on('error', (error) => {
    output += error.message
  })
  processes.push({ child, stopSignal })
  return Object.assign(child, { output: () => output })
}

async function until(isReady, server, name) {
  for (const end = Date.now() + 30_000; Date.now() < end; await wait(50)) {
    if (interruptedBy) throw new Error(`Ended by ${interruptedBy}.`)
    if (isOver(server)) break
    if (await isReady()) return
  }
  throw new Error(`${name} did not start. It output:\n${server.output()}`)
}

/** Resolves with the exit code and the signal. Rejects if the program could not be started. */
function ended(child) {
  return new Promise((resolve, reject) => {
    child.on('exit', (code, signal) => resolve([code, signal]))
    child.on('error', reject)
  })
}

function isOver(child) {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

async function stop(child, signal) {
  if (isOver(child)) return
  child.kill(signal)
  const patience = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await once(child, 'exit')
  clearTimeout(patience)
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

function searchPath() {
  return (process.env.PATH ?? '').split(delimiter).filter(Boolean)
}

function onPath(name) {
  return searchPath()
    .map((path) => join(path, name))
    .find((path) => existsSync(path))
}
