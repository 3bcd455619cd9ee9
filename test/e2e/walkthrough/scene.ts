import { appendFile } from 'node:fs/promises'
import process from 'node:process'
import { afterAll, beforeAll } from 'vitest'
import { type RunningBot, startBotOn } from '../../support/bot.ts'
import { RunningClock } from '../../support/clock.ts'
import { stages } from '../../support/stages/scene.ts'
import type { Stage } from '../../support/stages/stage.ts'
import type { Walker } from './walkers.ts'

/** A bot that runs on all platforms from Wednesday 18 November 2026, 10:00 UTC. */
export interface WalkthroughScene {
  readonly bot: RunningBot
  readonly clock: RunningClock
  readonly opened: readonly Stage[]
}

/**
 * Starts a bot on all platforms for the tests of a file, and stops it after them. Returns a function that returns it. With
 * SHOW_WALKTHROUGH=<file>, everything that the walkers saw is then written to that file. `walkers` has their languages.
 */
export function walkthroughScene(walkers: readonly { readonly language: string; readonly walker: Walker }[]): () => WalkthroughScene {
  let opened: readonly Stage[] = []
  let scene: WalkthroughScene | undefined

  beforeAll(async () => {
    const clock = new RunningClock('2026-11-18T10:00:00Z')
    opened = await Promise.all(Object.values(stages).map((open) => open({ clock })))
    const env = Object.assign({}, ...opened.map((stage) => stage.env))
    const bot = await startBotOn(env, { clock, access: 'open', env: { DEFAULT_TIMEZONE: 'Europe/London' } })
    scene = { bot, clock, opened }
    await Promise.all(opened.map((stage) => stage.ready()))
  })

  afterAll(async () => {
    await scene?.bot.stop()
    await Promise.all(opened.map((stage) => stage.close()))
    const file = process.env['SHOW_WALKTHROUGH']
    if (file === undefined) return
    for (const { language, walker } of walkers)
      await appendFile(file, `\n### ${walker.name}, ${language}, ${walker.platform}\n\n${walker.diary.join('\n\n')}\n`)
  })

  return () => {
    if (!scene) throw new Error('The bot is started before the first test.')
    return scene
  }
}
