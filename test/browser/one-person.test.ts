import { describe, expect, onTestFinished, test } from 'vitest'
import { botOn, idle } from '../support/bot.ts'
import { chromiumPath } from '../support/chromium-program.ts'
import { RunningClock } from '../support/clock.ts'
import { stages } from '../support/stages/scene.ts'
import type { Stage, StagePerson } from '../support/stages/stage.ts'
import { noChromium, sharedBrowser } from './chromium.ts'
import { openLink } from './open-link.ts'

describe.skipIf(!chromiumPath)(`one person on several platforms${chromiumPath ? '' : noChromium}`, { timeout: 180_000 }, () => {
  const browser = sharedBrowser()

  test('what was said on Telegram is continued on Discord, found from Slack, and all of it is on the page', async () => {
    const clock = new RunningClock('2026-11-18T09:00:00Z')
    const [telegram, discord, slack] = await Promise.all([stages.telegram({ clock }), stages.discord({ clock }), stages.slack({ clock })])
    onTestFinished(async () => void (await Promise.all([telegram, discord, slack].map((stage) => stage.close()))))
    const bot = await botOn({ ...telegram.env, ...discord.env, ...slack.env }, { clock })
    await Promise.all([telegram, discord, slack].map((stage) => stage.ready()))

    /** Acts, and waits for what the bot says then to this person alone. */
    const repliesTo = async (stage: Stage, by: StagePerson, act: () => void): Promise<string> => {
      const before = stage.shown(by).length
      act()
      await stage.waitFor(() => stage.shown(by).length > before, 'an answer', 20_000)
      await idle(bot)
      return stage
        .shown(by)
        .slice(before)
        .map(({ text }) => text)
        .join('\n')
    }
    const [onTelegram, onDiscord, onSlack] = [telegram, discord, slack].map((stage) => stage.person('Ada Lovelace'))
    if (!onTelegram || !onDiscord || !onSlack) throw new Error('Nobody is there.')

    await repliesTo(telegram, onTelegram, () =>
      telegram.command({ by: onTelegram, name: 'start', args: { code: bot.setupCode?.code ?? '' } }),
    )
    await repliesTo(telegram, onTelegram, () => telegram.say({ by: onTelegram, text: 'The spare key is under the blue flowerpot.' }))

    for (const [stage, person] of [
      [discord, onDiscord],
      [slack, onSlack],
    ] as const) {
      const code = await repliesTo(telegram, onTelegram, () => telegram.command({ by: onTelegram, name: 'link' }))
      const [, given = ''] = /\b([0-9A-Z]{4}-[0-9A-Z]{4})\b/.exec(code) ?? []
      await repliesTo(stage, person, () => stage.command({ by: person, name: 'link', args: { code: given } }))
      // The owner confirms last.
      const asked = telegram.shown(onTelegram).length
      await repliesTo(stage, person, () => stage.press(person, 'Yes, that’s me'))
      await telegram.waitFor(() => telegram.shown(onTelegram).length > asked, 'the question whether it is them')
      await repliesTo(stage, person, () => telegram.press(onTelegram, 'Yes, that’s me'))
    }

    await repliesTo(discord, onDiscord, () => discord.say({ by: onDiscord, text: 'The gardener comes on Friday, remind me of the gate.' }))
    const found = await repliesTo(slack, onSlack, () => slack.say({ by: onSlack, text: 'Where is the spare key?' }))
    expect(found).toContain('flowerpot')
    expect(await bot.app.store.db.thread.count()).toBe(1)

    const tab = await openLink(browser(), bot.signInLink ?? '')
    for (const [text, place] of [
      ['The spare key is under the blue flowerpot.', 'Telegram'],
      ['The gardener comes on Friday', 'Discord'],
      ['Where is the spare key?', 'Slack'],
    ] as const) {
      const message = tab.locator('.message.user', { hasText: text })
      await message.waitFor()
      // What was written in one place without a break says once where that was.
      const badge = message.locator('xpath=(preceding::*[@class="badge"] | .//*[@class="badge"])[last()]')
      expect(await badge.textContent()).toBe(place)
    }
  })
})
