import { expect } from 'vitest'
import type { ModelRequest } from '../../src/core/ports/chat-model.ts'
import { idle } from '../support/bot.ts'
import { toolCall } from '../support/scripted-model.ts'
import { onEveryPlatform, type Scene } from '../support/stages/scene.ts'
import type { StagePerson, StageReply } from '../support/stages/stage.ts'
import { meet, openLog, setTime, summarizeClosed, type Team } from '../support/stages/team.ts'
import { storedRows } from './attacks/rows.ts'

const run = { signal: new AbortController().signal, attempt: 1, last: true }

const textsOf = (replies: readonly StageReply[]) => replies.map(({ text }) => text).join('\n')
const countOf = (text: string, part: string) => text.split(part).length - 1
const wordsOf = (request: ModelRequest | undefined) => (request?.messages ?? []).map(({ content }) => content).join('\n')
/** What a request shows of the channel. */
const channelIn = (request: ModelRequest | undefined) => /<channel>\n([\s\S]*?)\n<\/channel>/.exec(wordsOf(request))?.[1] ?? ''

/** The texts of the summaries of all levels that stand for a channel. */
async function summariesOf({ bot }: Scene, team: Team): Promise<string> {
  const rows = await bot.app.store.db.channelSummary.findMany({ where: { placeId: await team.placeId(), isUsed: true } })
  return rows.map(({ text, topics }) => `${text} ${topics.join(' ')}`).join('\n')
}

/** Where words are stored, outside of the tables given. */
async function tablesWith({ bot }: Scene, words: string): Promise<readonly string[]> {
  const rows = await storedRows(bot.app.store)
  return [...new Set(rows.flatMap(({ table, text }) => (text.includes(words) ? [table] : [])))]
}

/** The files of an export that somebody asks for alone with the bot. */
async function exportOf({ stage }: Scene, by: StagePerson): Promise<string> {
  const before = stage.files(by).length
  stage.command({ by, name: 'export' })
  const files = await stage.waitFor(() => stage.files(by).length > before + 1 && stage.files(by).slice(before), 'the files of the export')
  return files.map((content) => new TextDecoder().decode(content)).join('\n')
}

/** Three people decide something in the half hour from eight, which is over. */
async function decideOnPrintShop(scene: Scene, title: string) {
  const team = await openLog(scene, title)
  const { mara, noor, lea, says } = team
  await says(mara, '08:02', `Today we must choose the print shop (${title}) for the spring catalogue.`)
  await says(noor, '08:05', `Two offers (${title}): Halloran 4,120 EUR, Brisk 3,890 EUR, https://example.test/offers`)
  const decision = await says(lea, '08:20', `Decision: we take Halloran (${title}), delivery on oldfourteen November.`)
  setTime(scene, '08:30')
  return { ...team, decision }
}

onEveryPlatform(
  {
    'a manager switches the log on, and everyone is told; others are refused, and only they are told that': async (scene) => {
      const { stage } = scene
      const { room, mara, noor, lea, gives, says, log } = await meet(scene, 'beginnings')
      const [refusal] = await gives(lea, 'channel', { action: 'on' })
      expect(refusal?.text).toContain('Only people who manage this channel')
      expect([...stage.shown(room), ...stage.shownPrivately(mara, room)]).toEqual([])
      await expect(log()).rejects.toThrow()

      const [done] = await gives(mara, 'channel', { action: 'on' })
      expect(done?.text).toContain('I now log this channel')
      const [announcement, ...others] = stage.shown(room)
      expect(others).toEqual([])
      for (const part of ['I now log this channel', 'Mara', '/channel optout', '/forget', '/export'])
        expect(announcement?.text).toContain(part)
      expect([...stage.shownPrivately(noor, room), ...stage.shown(noor)]).toEqual([])

      await says(noor, '08:02', 'Good morning')
      expect(textsOf(await gives(mara, 'channel', { action: 'on' }))).toContain('logged already')
      expect(stage.shown(room)).toHaveLength(1)
      expect(await log()).toEqual(['Noor: Good morning'])
    },

    'a question about the morning is answered from summaries and what was said since, with a citation that leads there': async (scene) => {
      const { stage, bot, model, ask } = scene
      const lab = await openLog(scene, 'lab')
      await lab.says(lab.noor, '08:01', 'The labkestrel prototype works.')
      const { room, mara, otto, lea, says, gives, log, decision } = await decideOnPrintShop(scene, 'plan')
      await ask({ by: mara, text: 'My private word is privmara.' })
      expect(textsOf(await gives(otto, 'channel', { action: 'optout' }))).toContain('Nothing that you write in this channel')
      stage.say({ by: otto, room, text: 'otterword: Brisk was late last year.', isAside: true })
      await says(lea, '08:36', 'I tell the photographer, her name is Ivory Quist.')
      await summarizeClosed(scene)

      const { id } = await bot.app.store.db.message.findFirstOrThrow({ where: { text: { contains: 'we take Halloran (plan)' } } })
      model.answers(
        'decide this morning',
        { calls: [toolCall('conversation_search', { query: 'print shop decision' })] },
        { text: `Halloran, delivery on oldfourteen November. [#${id}] Nobody said the rest. [#999999]` },
      )
      const answer = await ask({ by: mara, room, text: 'What did we decide this morning?' })
      const requests = model.askedWith('decide this morning')
      const channel = channelIn(requests[0])
      expect(channel.split('\n')).toEqual([
        expect.stringMatching(
          /^Summarized 3 messages, .* 09:02 to 09:20; topics: .*Mara: Today we must choose.*example\.test\/offers.*we take Halloran/,
        ),
        expect.stringMatching(/^\[#\d+\] .*09:36 user \(Lea\): I tell the photographer, her name is Ivory Quist\.$/),
      ])
      expect(countOf(wordsOf(requests[0]), 'Ivory Quist')).toBe(1)
      expect(countOf(wordsOf(requests[0]), 'What did we decide this morning?')).toBe(1)
      const [, link = ''] = new RegExp(`"message_id":${id},.*?"permalink":"([^"]+)"`).exec(wordsOf(requests[1])) ?? []
      expect(link.replace(/.*\/p?/, '')).toBe(decision.id.replace('.', ''))
      for (const word of ['privmara', 'otterword', 'labkestrel']) expect(JSON.stringify(requests)).not.toContain(word)

      expect(answer.text).toContain(`Halloran, delivery on oldfourteen November. [#${id}]`)
      expect(answer.text).not.toContain('999999')
      expect(textsOf(stage.shown(room))).not.toMatch(/privmara|otterword|labkestrel/)
      expect(await tablesWith(scene, 'otterword')).toEqual([])
      expect(await log()).toHaveLength(4)
    },

    'an edit and a deletion are followed by the log, the summaries, the search and the export': async (scene) => {
      const { stage, repliesTo, privateRepliesTo } = scene
      const team = await decideOnPrintShop(scene, 'changes')
      const { room, mara, lea, says, gives, log, decision } = team
      const code = await says(lea, '08:32', 'We decided that the door code is dunlin5519.')
      await says(mara, '09:02', 'New topic: the fair in Lyon.')
      await summarizeClosed(scene)
      expect(await summariesOf(scene, team)).toMatch(/oldfourteen[\s\S]*dunlin5519/)

      if (code.remove) code.remove()
      else {
        // Telegram tells bots of no deletion, so the author has it forgotten.
        await gives(lea, 'forget', { what: 'topic dunlin5519' })
        await privateRepliesTo(lea, room, () => stage.press(lea, 'Forget it', room))
      }
      await expect.poll(log).not.toContain('Lea: We decided that the door code is dunlin5519.')
      await expect.poll(() => summariesOf(scene, team)).not.toContain('dunlin5519')
      decision.edit('Decision: we take Halloran, delivery on 21 November.')
      await expect.poll(log).toContain('Lea: Decision: we take Halloran, delivery on 21 November.')
      await summarizeClosed(scene)
      const summaries = await summariesOf(scene, team)
      expect(summaries).toContain('21 November')
      expect(summaries).not.toMatch(/oldfourteen|dunlin5519/)

      expect(await tablesWith(scene, 'the door code')).toEqual([])
      for (const words of ['oldfourteen', 'dunlin5519']) expect(textsOf(await gives(mara, 'find', { words }))).toContain('I found nothing')
      expect(textsOf(await gives(mara, 'find', { words: 'Halloran 21 November' }))).toContain('delivery on 21 November')
      await repliesTo(lea, () => stage.command({ by: lea, name: 'help' }))
      const exported = await exportOf(scene, lea)
      expect(exported).toContain('delivery on 21 November')
      expect(exported).not.toMatch(/oldfourteen|dunlin5519|fair in Lyon/)
    },

    '/summarize the last two hours is shown to who asked alone': async (scene) => {
      const { stage } = scene
      const team = await openLog(scene, 'afternoon')
      const { room, mara, noor, lea, says, gives } = team
      await says(mara, '16:05', 'We decided that the early tern goes to Basel.')
      await says(noor, '16:40', 'We decided to print 900 posters.')
      await says(lea, '17:50', 'Who calls the caterer, Anton Brill?')
      setTime(scene, '18:10')
      const before = stage.shown(room).length
      const [summary] = await gives(lea, 'summarize', { range: 'the last two hours' })
      expect(summary?.text).toMatch(/17:40 – 18:50.*2 messages/)
      expect(summary?.text).toMatch(/900 posters[\s\S]*Anton Brill/)
      expect(summary?.text).not.toContain('tern')
      expect(stage.shown(room)).toHaveLength(before)
      expect([...stage.shownPrivately(noor, room), ...stage.shownPrivately(mara, room)].map(({ text }) => text)).not.toContain(
        summary?.text,
      )
      expect(textsOf(await gives(lea, 'summarize', { range: 'the last ten minutes' }))).toContain('Nothing was said')
    },

    'after an hour out of reach, what was missed is logged once and in order, and a question in it is answered once': async (scene) => {
      const { stage, bot, repliesTo } = scene
      const { room, mara, noor, otto, lea, says, gives, log } = await openLog(scene, 'outage')
      await gives(otto, 'channel', { action: 'optout' })
      const first = await says(mara, '08:50', 'First a1')
      const second = await says(noor, '08:55', 'Second a2')
      await says(lea, '08:58', 'Third a3')

      const restore = stage.cut()
      stage.forgetSession()
      setTime(scene, '09:00')
      const said = [mara, noor, lea]
      const missed: string[] = []
      for (let number = 1; number <= 12; number++) {
        setTime(scene, `09:${String(number * 4).padStart(2, '0')}`)
        const by = said[number % 3] as StagePerson
        const message = stage.say({ by, room, text: `Missed b${number}`, isAside: true })
        if (number === 7) message.edit('Missed b7, twice changed')
        if (number === 8) message.remove?.()
        if (number === 9) stage.say({ by: otto, room, text: 'otterword', isAside: true })
        if (number !== 8 || !message.remove) missed.push(`${by.name}: Missed b${number}${number === 7 ? ', twice changed' : ''}`)
      }
      first.edit('First a1, changed')
      second.remove?.()
      const isQuestion = ({ text }: StageReply) => text.includes('Who brings the keys?')
      setTime(scene, '09:52')
      stage.say({ by: lea, room, text: 'Who brings the keys?' })
      setTime(scene, '10:00')

      await repliesTo(room, () => {
        restore()
        void bot.app.handlers['queue-histories']({}, run)
      })
      const known = ['Mara: First a1, changed', ...(second.remove ? [] : ['Noor: Second a2']), 'Lea: Third a3']
      await expect.poll(log).toEqual([...known, ...missed])
      // What is told of later again, or read again, is known.
      first.redeliver(2)
      await repliesTo(room, () => stage.say({ by: mara, room, text: 'Is everything there?' }))
      await bot.app.handlers['queue-histories']({}, run)
      await idle(bot)
      expect(await log()).toEqual([...known, ...missed])
      expect(stage.shown(room).filter(isQuestion)).toHaveLength(1)
      expect(await tablesWith(scene, 'otterword')).toEqual([])
    },

    '/channel off ends the log and keeps it, and nothing of that time is read later': async (scene) => {
      const { stage, bot, model, ask, repliesTo } = scene
      const { room, mara, noor, lea, says, gives, log } = await decideOnPrintShop(scene, 'pause')
      await summarizeClosed(scene)
      setTime(scene, '08:50')
      const notices = stage.shown(room).length
      expect(textsOf(await gives(mara, 'channel', { action: 'off' }))).toContain('no longer log this channel')
      expect(textsOf(stage.shown(room).slice(notices))).toContain('I no longer log this channel.')
      setTime(scene, '09:10')
      stage.say({ by: noor, room, text: 'Off the record: offpeewit.', isAside: true })
      model.answers('Was anything decided', { text: 'I cannot tell.' })
      await ask({ by: lea, room, text: 'Was anything decided?' })
      // What was said among others is not what others said to the bot.
      expect(JSON.stringify(model.askedWith('Was anything decided'))).not.toMatch(/Halloran|offpeewit/)
      expect(await log()).toHaveLength(3)

      setTime(scene, '10:00')
      await repliesTo(room, () => stage.command({ by: mara, room, name: 'channel', args: { action: 'on' } }))
      await says(noor, '10:05', 'Back again')
      setTime(scene, '10:30')
      await bot.app.handlers['queue-histories']({}, run)
      await summarizeClosed(scene)
      expect((await log()).slice(-2)).toEqual([expect.stringContaining('we take Halloran'), 'Noor: Back again'])
      expect(await tablesWith(scene, 'offpeewit')).toEqual([])
      await ask({ by: lea, room, text: 'Was anything decided?' })
      expect(channelIn(model.askedWith('Was anything decided').at(-1))).toContain('we take Halloran')
    },

    '/channel erase asks a manager first, and then leaves nothing of the log': async (scene) => {
      const { stage, bot, privateRepliesTo } = scene
      const { room, mara, lea, gives, log } = await decideOnPrintShop(scene, 'ending')
      await summarizeClosed(scene)
      await scene.ask({ by: lea, room, text: 'Do you follow?' })
      expect(textsOf(await gives(lea, 'channel', { action: 'erase' }))).toContain('Only people who manage')
      const [preview] = await gives(mara, 'channel', { action: 'erase' })
      expect(preview).toMatchObject({ text: expect.stringMatching(/3 messages and 1 summary/), buttons: ['Delete the log'] })
      expect(await log()).toHaveLength(3)
      const notices = stage.shown(room).length
      const [done] = await privateRepliesTo(mara, room, () => stage.press(mara, 'Delete the log', room))
      expect(done?.text).toContain('is deleted')
      await idle(bot)
      expect(stage.shown(room).slice(notices)).toMatchObject([{ text: expect.stringContaining('I deleted the log of this channel') }])
      expect(await log()).toEqual([])
      expect(await tablesWith(scene, '(ending)')).toEqual([])
      expect(await bot.app.store.db.message.count({ where: { text: { contains: 'Do you follow?' }, role: 'user' } })).toBe(1)
    },

    'who never wrote to the bot exports and forgets what they wrote there, and nothing of others': async (scene) => {
      const { stage, bot, repliesTo, privateRepliesTo } = scene
      const { room, noor, gives, log } = await decideOnPrintShop(scene, 'own')
      await summarizeClosed(scene)
      const exported = await exportOf(scene, noor)
      expect(exported).toContain('Two offers (own): Halloran')
      expect(exported).not.toMatch(/print shop|oldfourteen/)

      const [preview] = await gives(noor, 'forget', { what: 'everything' })
      expect(preview?.text).toContain('1 message')
      await privateRepliesTo(noor, room, () => stage.press(noor, 'Forget it', room))
      await expect.poll(log).toEqual([expect.stringContaining('Mara: Today we must'), expect.stringContaining('Lea: Decision')])
      await expect.poll(() => tablesWith(scene, 'Two offers (own)')).toEqual([])
      await idle(bot)
      // She is still nobody whom the bot talks with elsewhere.
      expect(textsOf(await repliesTo(noor, () => stage.say({ by: noor, text: 'Hello?' })))).toContain(
        'This bot only talks with people it knows',
      )
    },
  },
  { access: 'pairing', isUnlimited: true, env: { DISCORD_MESSAGE_CONTENT: 'on' } },
)
