// npm run bench -- path: lists the files that one plain Telegram message runs through, from the update to the reply and the
// work that follows it. Fails if there are too many to follow.
import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../../src/config.ts'
import { systemClock } from '../../src/core/ports/clock.ts'
import { systemRandom } from '../../src/core/ports/random.ts'
import { startBot } from '../../src/main.ts'
import { createLog } from '../../src/ops/log.ts'
import { startFakeTelegram } from '../fakes/telegram/index.ts'
import { ownDatabase } from '../support/own-database.ts'
import { ScriptedModel } from '../support/scripted-model.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const maxFiles = 90
const questions = ['garden', 'tomatoes', 'water', 'plants', 'weather'].map((topic) => `What did we say about the ${topic}?`)
/** Longer than the delay after which a thread is indexed, in ms. */
const settleMs = 2_500

const database = await ownDatabase('path')
const telegram = await startFakeTelegram({ clock: systemClock })
const model = new ScriptedModel(() => ({ text: 'An instant answer.' }), 128_000)
const config = readConfig({
  ...database.env,
  TELEGRAM_BOT_TOKEN: telegram.token,
  TELEGRAM_API_ROOT: telegram.url,
  ACCESS: 'open',
  WEB_PORT: '0',
  DEBOUNCE_MS: '0',
  DEFAULT_TIMEZONE: 'Europe/Paris',
  MODEL_DISCOVERY: 'off',
  EMBEDDINGS: 'off',
})
const bot = await startBot(config, {
  clock: systemClock,
  random: systemRandom,
  log: createLog({ level: 'error' }),
  models: { chat: model, summary: model },
})
const ada = telegram.person({ name: 'Ada' })
const session = new Session()
session.connect()

try {
  for (const text of ['Good morning', 'The garden needs water', 'So do the tomatoes']) await ask(text)
  await sleep(settleMs)
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await calledFiles()
  const paths: ReadonlyMap<string, number>[] = []
  for (const text of questions) {
    await ask(text)
    await sleep(settleMs)
    paths.push(await calledFiles())
  }
  report(keepCommon(paths))
} finally {
  session.disconnect()
  await bot.stop()
  await telegram.close()
  await database.remove()
}

async function ask(text: string): Promise<void> {
  const before = telegram.botTexts(ada).length
  telegram.message({ from: ada, text })
  await telegram.waitFor(() => telegram.botTexts(ada).length > before, `an answer to "${text}"`)
}

/** Our files with the number of their functions that were called since the last call. */
async function calledFiles(): Promise<ReadonlyMap<string, number>> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const files = new Map<string, number>()
  for (const { url, functions } of result) {
    if (!url.startsWith('file://')) continue
    const path = relative(root, fileURLToPath(url.replace(/\?.*$/, '')))
    if (!/^(src|adapters)\//.test(path) || path.includes('/generated/')) continue
    const called = functions.filter(({ ranges: [range] }) => range && range.count > 0 && range.startOffset > 0).length
    if (called > 0) files.set(path, called)
  }
  return files
}

/**
 * Keeps the files of all paths but one at most. Work that runs at its own times, such as the sweep, falls into fewer, even on a slow machine.
 */
function keepCommon(paths: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const isCommon = (file: string) => paths.filter((path) => path.has(file)).length >= paths.length - 1
  const calls = (file: string) => Math.max(...paths.map((path) => path.get(file) ?? 0))
  return new Map(paths.flatMap((path) => [...path.keys()]).flatMap((file) => (isCommon(file) ? [[file, calls(file)] as const] : [])))
}

function report(files: ReadonlyMap<string, number>): void {
  for (const path of [...files.keys()].sort()) console.log(path)
  const functions = [...files.values()].reduce((sum, count) => sum + count, 0)
  console.log(`One Telegram message runs through ${files.size} files and ${functions} functions.`)
  if (files.size === 0)
    throw new Error(
      'Expected the files of the message. The built program ran instead of the sources: scripts/bench.mjs must not build this part.',
    )
  if (files.size > maxFiles) throw new Error(`Expected at most ${maxFiles} files. Merge files that serve one step, or shorten the path.`)
}
