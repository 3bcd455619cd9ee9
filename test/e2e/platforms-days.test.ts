import { expect } from 'vitest'
import { onEveryPlatform, type Scene } from '../support/stages/scene.ts'
import type { StageMessage, StageReply } from '../support/stages/stage.ts'

/** With one more message, what makes a day worth a digest. */
const ordinary = ['I still need to call the bank.', 'It rained all morning.', 'Tomorrow I will buy bread.']

/** Somebody who decided something yesterday; it is nine in the morning. */
async function decidedYesterday(scene: Scene) {
  const { stage, bot, ask, repliesTo, nextMorning } = scene
  const by = stage.person('Ada Lovelace')
  const day = bot.clock.now().toISOString().slice(0, 10)
  const said: StageMessage[] = []
  for (const text of ordinary) await ask({ by, text })
  await repliesTo(by, () => said.push(stage.say({ by, text: 'We decided to take the blue flat.' })))
  await nextMorning()
  const [decision] = said
  if (!decision) throw new Error('Nothing was said')
  return { by, day, said: decision }
}

const textsOf = (replies: readonly StageReply[]) => replies.map(({ text }) => text)

const summary = expect.stringMatching(/Decisions[\s\S]*blue flat/)

const addressesIn = (reply?: StageReply) =>
  [...(reply?.markup.matchAll(/<a href="([^"]+)"/g) ?? [])].map(([, address = '']) => address.replaceAll('&amp;', '&'))

const noMenus = 'bots add nothing to the menus of messages'
const noCompletion = 'the arguments of commands are not completed'

onEveryPlatform(
  {
    'a command in a room is answered for its author alone, who has never written to the bot directly': async (scene) => {
      const { stage, privateRepliesTo } = scene
      const ada = stage.person('Ada Lovelace')
      const eve = stage.person('Eve')
      const room = stage.room('commands')
      const [answer] = await privateRepliesTo(ada, room, () => stage.command({ by: ada, room, name: 'days' }))
      expect(answer?.text).toContain('There are no days yet')
      expect([...stage.shown(room), ...stage.shown(ada), ...stage.shownPrivately(eve, room)]).toEqual([])
      expect(stage.awaited(room)).toBe(0)
    },

    'a day later, /resummarize yesterday in a room shows the summary to its author alone': async (scene) => {
      const { stage, privateRepliesTo } = scene
      const room = stage.room('flats')
      const { by } = await decidedYesterday(scene)
      const before = stage.shown(by)
      const answer = await privateRepliesTo(by, room, () => stage.command({ by, room, name: 'resummarize', args: { day: 'yesterday' } }))
      expect(textsOf(answer)).toEqual([summary])
      expect(stage.shown(room)).toEqual([])
      expect(stage.shown(by)).toEqual(before)
    },

    'while a day is typed or chosen, the days that exist are offered, and the chosen one is shown': async (scene) => {
      const { stage, repliesTo } = scene
      const { by, day } = await decidedYesterday(scene)
      const offer = (text: string) => stage.suggestions?.(by, { command: 'summary', argument: 'day', text })
      expect(await offer('')).toEqual([{ label: expect.stringMatching(/\(yesterday\) · 8 messages$/), value: day }])
      expect(await offer('yester')).toEqual(await offer(''))
      expect(await offer('1815')).toEqual([])
      expect(await stage.suggestions?.(stage.person('Eve'), { command: 'summary', argument: 'day', text: '' })).toEqual([])
      const shown = await repliesTo(by, () => stage.chooseDay?.(by, { command: 'summary', day }))
      expect(textsOf(shown)).toEqual([summary])
    },

    'while words are typed, what was said is offered, and leads to its message': async (scene) => {
      const { stage, repliesTo } = scene
      const { by } = await decidedYesterday(scene)
      const offered = await stage.suggestions?.(by, { command: 'find', argument: 'words', text: 'blue flat' })
      expect(offered?.[0]).toEqual({ label: 'blue flat', value: 'blue flat' })
      const found = offered?.find(({ label, value }) => value.startsWith('#') && label.includes('decided'))
      expect(found?.label).toMatch(/^yesterday: /)
      const shown = await repliesTo(by, () => stage.command({ by, name: 'find', args: { words: found?.value ?? '' } }))
      expect(shown.at(-1)?.text).toMatch(/^You, .*\(yesterday\)/)
    },

    '/find shows what was said, with a way to the message': async ({ stage, repliesTo }) => {
      const by = stage.person('Ada Lovelace')
      const said: StageMessage[] = []
      await repliesTo(by, () => said.push(stage.say({ by, text: 'The turbine hums at fifty hertz.' })))
      const [results] = await repliesTo(by, () => stage.command({ by, name: 'find', args: { words: 'turbine' } }))
      expect(results?.text).toContain('The turbine hums at fifty hertz.')
      if (results?.buttons.includes('Open 1')) {
        const [opened] = await repliesTo(by, () => stage.press(by, 'Open 1'))
        expect(opened?.text).toMatch(/\(today\).*, above: /)
      } else {
        // The addresses of messages on Slack have their times without the point.
        const places = addressesIn(results).map((address) => address.replace(/.*\/p?/, ''))
        expect(places).toContain(said[0]?.id.replace('.', ''))
      }
    },

    'an entry in the menu of a message writes the summary of its day again': async (scene) => {
      const { stage, repliesTo } = scene
      const { by, said } = await decidedYesterday(scene)
      const shown = await repliesTo(by, () => stage.chooseAction?.(by, said, 'Resummarize this day'))
      expect(textsOf(shown)).toEqual([summary])
      expect(stage.awaited(by)).toBe(0)
    },

    'the summary of yesterday is posted with buttons that work': async (scene) => {
      const { stage, repliesTo } = scene
      const { by, day } = await decidedYesterday(scene)
      const [digest, ...others] = stage.shown(by).filter(({ text }) => text.startsWith('Summary of'))
      expect(others).toEqual([])
      expect(digest?.text).toEqual(summary)
      expect(digest?.buttons.slice(0, 3)).toEqual(['Turn off', 'Resummarize', 'On the page'])

      expect(textsOf(await repliesTo(by, () => stage.press(by, 'Resummarize')))).toEqual([summary])
      const [page] = await repliesTo(by, () => stage.press(by, 'On the page'))
      expect(addressesIn(page)).toEqual([
        expect.stringMatching(new RegExp(`^https://bot\\.example\\.org/sign-in/[\\w-]{20,}\\?day=${day}$`)),
      ])
      const [off] = await repliesTo(by, () => stage.press(by, 'Turn off'))
      expect(off?.text).toContain('I do not post daily summaries.')

      for (const text of [...ordinary, 'We decided to keep the blue flat.']) await scene.ask({ by, text })
      const shown = stage.shown(by).length
      await scene.nextMorning()
      expect(stage.shown(by)).toHaveLength(shown)
      expect(stage.awaited(by)).toBe(0)
    },
  },
  {
    env: { WEB_PUBLIC_URL: 'https://bot.example.org' },
    exceptions: {
      telegram: {
        'while a day is typed or chosen, the days that exist are offered, and the chosen one is shown': noCompletion,
        'while words are typed, what was said is offered, and leads to its message': noCompletion,
        'an entry in the menu of a message writes the summary of its day again': noMenus,
      },
      slack: {
        'while words are typed, what was said is offered, and leads to its message':
          'the arguments of slash commands are not completed; days are chosen in a window instead',
      },
    },
  },
)
