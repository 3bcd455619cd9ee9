import { expect, onTestFinished, test } from 'vitest'
import { addUser } from '../../src/people/users.ts'
import { botOn, idle } from '../support/bot.ts'
import { RunningClock } from '../support/clock.ts'
import { onEveryPlatform, SteeredModel, stages } from '../support/stages/scene.ts'
import type { Stage, StagePerson } from '../support/stages/stage.ts'

const accountOf = (stage: Stage, { id }: StagePerson) => ({
  platform: stage.name,
  tenant: stage.name === 'slack' ? 'T0ACME' : '',
  platformUserId: id,
})

const sentence = expect.stringMatching(/^This bot only talks with people it knows\./)

onEveryPlatform(
  {
    'a stranger is told once why there is no answer, alone or where others read along, and waits for nothing after that': async (scene) => {
      const { stage, bot, repliesTo, privateRepliesTo } = scene
      const room = stage.room('engines')
      const [eve, mallory] = [stage.person('Eve'), stage.person('Mallory')]
      expect(await repliesTo(eve, () => stage.say({ by: eve, text: 'Hello?' }))).toMatchObject([{ text: sentence }])
      expect(await privateRepliesTo(mallory, room, () => stage.command({ by: mallory, room, name: 'days' }))).toMatchObject([
        { text: sentence },
      ])

      stage.say({ by: eve, text: 'Hello??' })
      // A wrong code is said to be wrong, and a command that the platform waits for is answered each time.
      const wrong = { text: expect.stringMatching(/^That setup code is wrong/) }
      const guess = { by: eve, name: 'start', args: { code: 'not-the-code-that-was-printed' } }
      expect(await repliesTo(eve, () => stage.command(guess))).toMatchObject([wrong])
      stage.command({ by: mallory, room, name: 'days' })
      // Told in the same places, and after those: when these are answered, the others were seen.
      const [trent, peggy] = [stage.person('Trent'), stage.person('Peggy')]
      await repliesTo(trent, () => stage.say({ by: trent, text: 'Hello?' }))
      await privateRepliesTo(peggy, room, () => stage.command({ by: peggy, room, name: 'days' }))
      await stage.waitFor(() => stage.awaited(room) + stage.awaited(eve) === 0, 'nothing to be announced any more')
      expect(stage.shown(eve)).toHaveLength(2)
      expect(stage.shownPrivately(mallory, room)).toHaveLength(2)
      expect([...stage.shown(mallory), ...stage.shown(room)]).toEqual([])
      expect(await bot.app.store.db.message.count({ where: { role: 'user' } })).toBe(0)
    },

    'an owner lets in who asks, by a button, and refuses and blocks others': async ({ stage, bot, repliesTo, ask }) => {
      const { db } = bot.app.store
      const [ada, ben, carol] = [stage.person('Ada Lovelace'), stage.person('Ben'), stage.person('Carol')]
      const { user } = await addUser(bot.app.store, accountOf(stage, ada), { name: ada.name, now: bot.clock.now() })
      await db.account.updateMany({ where: { userId: user.id }, data: { isOwner: true } })
      await db.accessRequest.deleteMany()
      await ask({ by: ada, text: 'Hello' })

      const codeFor = async (by: StagePerson) => {
        const [question] = await repliesTo(ada, () => stage.say({ by, text: 'Hello?' }))
        const [, code] = /\b([A-HJ-NP-Z2-9]{6})\b/.exec(question?.text ?? '') ?? []
        expect(question).toMatchObject({
          text: expect.stringContaining(`${by.name} would like to talk with me`),
          buttons: ['Approve', 'Deny'],
        })
        // The owner may be asked before the stranger is told.
        await expect.poll(() => stage.shown(by).map(({ text }) => text)).toEqual([expect.stringContaining(`/approve ${code}`)])
        return code
      }
      await codeFor(ben)
      const told = await repliesTo(ben, () => stage.press(ada, 'Approve'))
      expect(told).toMatchObject([{ text: expect.stringContaining('You now have access.') }])
      expect((await ask({ by: ben, text: 'I bought a bicycle.' })).text).toContain('I bought a bicycle.')

      const refused = await codeFor(carol)
      await repliesTo(ada, () => stage.press(ada, 'Deny'))
      expect(await repliesTo(ada, () => stage.command({ by: ada, name: 'approve', args: { code: refused ?? '' } }))).toMatchObject([
        { text: expect.stringContaining('No pending access request has the code') },
      ])
      const bens = await db.account.findFirstOrThrow({ where: { platformUserId: ben.id } })
      await repliesTo(ada, () => stage.command({ by: ada, name: 'block', args: { number: String(bens.userId) } }))
      const before = [stage.shown(ben).length, stage.shown(carol).length]
      stage.say({ by: ben, text: 'Do you hear me?' })
      stage.say({ by: carol, text: 'Do you hear me?' })
      expect((await ask({ by: ada, text: 'Is it quiet?' })).text).toContain('Is it quiet?')
      expect([stage.shown(ben).length, stage.shown(carol).length]).toEqual(before)
      expect(await db.message.count({ where: { text: { contains: 'hear me' } } })).toBe(0)
      await repliesTo(ada, () => stage.press(ada, 'Unblock'))
      expect((await ask({ by: ben, text: 'And now?' })).text).toContain('And now?')
      // The cases after this one are about a bot that has no owner there yet.
      await db.account.updateMany({ where: { userId: user.id }, data: { isOwner: false } })
    },

    'the setup code lets the owner in once': async ({ stage, bot, repliesTo, ask }) => {
      const code = bot.setupCode?.code ?? ''
      const ada = stage.person('Ada Lovelace')
      const welcome = await repliesTo(ada, () => stage.command({ by: ada, name: 'start', args: { code } }))
      expect(welcome.map(({ text }) => text)).toEqual([expect.stringContaining('I keep one conversation with you')])
      expect(stage.awaited(ada)).toBe(0)
      const eve = stage.person('Eve')
      const wrong = { text: expect.stringMatching(/^That setup code is wrong, already used/) }
      expect(await repliesTo(eve, () => stage.command({ by: eve, name: 'start', args: { code } }))).toMatchObject([wrong])
      expect((await ask({ by: ada, text: 'I bought a bicycle.' })).text).toContain('I bought a bicycle.')
      const { db } = bot.app.store
      expect(
        await db.account.findMany({
          where: { platform: { not: 'web' }, user: { isLocal: true } },
          select: { platform: true, user: { select: { isLocal: true } } },
        }),
      ).toEqual([{ platform: stage.name, user: { isLocal: true } }])
      // It is nobody's business in the history of the chat.
      expect(await db.message.count({ where: { text: { contains: code } } })).toBe(0)
    },
  },
  { access: 'pairing' },
)

test('one process serves people on all three platforms at once, and keeps them apart', async () => {
  const clock = new RunningClock('2026-11-18T09:00:00Z')
  const model = new SteeredModel()
  const opened = await Promise.all(Object.values(stages).map((open) => open({ clock })))
  onTestFinished(async () => void (await Promise.all(opened.map((stage) => stage.close()))))
  const env = Object.assign({}, ...opened.map((stage) => stage.env))
  const bot = await botOn(env, { clock, chat: model, access: 'open' })
  await Promise.all(opened.map((stage) => stage.ready()))

  const scenes = opened.map((stage) => ({ stage, ada: stage.person('Ada Lovelace'), room: stage.room('engines') }))
  for (const round of [1, 2, 3]) {
    for (const { stage, ada, room } of scenes) {
      stage.say({ by: ada, text: `Alone on ${stage.name}, ${round}.` })
      stage.say({ by: ada, room, text: `With others on ${stage.name}, ${round}.` })
      stage.command({ by: ada, room, name: 'days' })
    }
    await expect.poll(() => bot.app.store.db.message.count({ where: { role: 'user' } }), { timeout: 30_000 }).toBe(9 * round)
    await idle(bot)
  }

  for (const { stage, ada, room } of scenes) {
    const [alone, shared] = [stage.shown(ada), stage.shown(room)].map((replies) => replies.map(({ text }) => text).join('\n'))
    const own = stage.shownPrivately(ada, room).map(({ text }) => text)
    for (const round of [1, 2, 3]) {
      expect(alone).toContain(`Alone on ${stage.name}, ${round}.`)
      expect(shared).toContain(`With others on ${stage.name}, ${round}.`)
    }
    expect(own).toHaveLength(3)
    expect(alone).not.toContain('With others')
    expect(shared).not.toContain('Alone')
    const elsewhere = opened.filter((other) => other !== stage).map(({ name }) => `on ${name}`)
    for (const words of elsewhere) expect(`${alone}\n${shared}\n${own.join('\n')}`).not.toContain(words)
  }
  // Three people, each of whom the model is told of nothing but their own.
  expect(await bot.app.store.db.user.count({ where: { isLocal: false } })).toBe(3)
  const mixed = model.requests.filter(({ messages }) => {
    const all = JSON.stringify(messages)
    return opened.filter(({ name }) => all.includes(` on ${name}, `)).length > 1
  })
  expect(mixed).toEqual([])
})
