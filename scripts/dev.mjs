// Runs the bot while you develop: npm run dev. When a source changes, it is built again and the bot restarts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { buildIfChanged, root } from './build.mjs'

/** Editors write a file in several steps, in ms. */
const settleMs = 100

let bot
let timer
let work = restart()

for (const folder of ['src', 'adapters', 'prisma'])
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    // The build writes the generated client itself.
    if (file?.includes('generated')) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      work = work.then(restart)
    }, settleMs)
  })

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, async () => {
    await stop()
    process.exit(0)
  })

/** Stops the bot, builds it and starts it again. After an error in a source, waits for the next change. */
async function restart() {
  try {
    await buildIfChanged()
  } catch (error) {
    console.error(`The build failed; a change starts it again. ${error.message}`)
    return
  }
  await stop()
  bot = spawn(process.execPath, [join(root, 'dist/throughline.mjs'), ...process.argv.slice(2)], { stdio: 'inherit' })
}

async function stop() {
  if (!bot || bot.exitCode !== null || bot.signalCode !== null) return
  const exited = once(bot, 'exit')
  bot.kill('SIGTERM')
  await exited
}
