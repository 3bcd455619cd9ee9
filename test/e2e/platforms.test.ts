import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Tool } from '../../src/agent/tool.ts'
import { ModelError } from '../../src/core/domain/errors.ts'
import { idle } from '../support/bot.ts'
import { toolCall } from '../support/scripted-model.ts'
import { longAnswer, numbersIn } from '../support/stages/long-answer.ts'
import { onEveryPlatform, type Scene } from '../support/stages/scene.ts'
import type { StagePerson, StageRoom } from '../support/stages/stage.ts'

const longStory = { text: ['The long story begins', ' and goes on.'], stall: true }

/** Somebody has asked for a long story, and its beginning shows. */
async function storyBegun({ stage, model }: Scene, by: StagePerson, room?: StageRoom): Promise<void> {
  model.answers('long story', longStory, { text: 'The whole story.' })
  stage.say({ by, text: 'Tell me a long story', ...(room && { room }) })
  await stage.waitFor(() => stage.written(room ?? by)?.includes('The long story begins'), 'the beginning of the reply')
}

/** What was shown of the story stays, and nothing under it looks as if it went on. */
async function expectStopped({ stage, bot }: Scene, where: StagePerson | StageRoom): Promise<void> {
  await idle(bot)
  const told = stage.shown(where).filter(({ text }) => text.includes('The long story begins'))
  expect(told).toEqual([expect.objectContaining({ text: expect.stringContaining('and goes on.'), buttons: [], isGrowing: false })])
}

const textsOf = ({ stage }: Scene, where: StagePerson | StageRoom) => stage.shown(where).map(({ text }) => text)

const bytes = (text: string) => new TextEncoder().encode(text)

onEveryPlatform({
  'a question alone and one in a room are answered apart, and nothing private shows in the room': async (scene) => {
    const { stage, bot, model, ask } = scene
    const ada = stage.person('Ada Lovelace')
    const room = stage.room('engines')
    await ask({ by: ada, text: 'My secret is 4711.' })
    stage.say({ by: ada, text: 'Another secret is 0815.' })
    stage.say({ by: ada, room, text: 'What is my secret?' })
    await stage.waitFor(() => stage.shown(room).length > 0 && stage.shown(ada).length > 1, 'both answers')
    await idle(bot)
    expect(JSON.stringify(model.askedWith('What is my secret?'))).not.toMatch(/4711|0815/)
    expect(textsOf(scene, room)).toEqual([expect.stringContaining('What is my secret?')])
    expect(textsOf(scene, ada)).toEqual([expect.stringContaining('4711'), expect.stringContaining('0815')])
  },

  '/stop ends a reply that is being written; what was shown stays, and /retry asks again': async (scene) => {
    const { stage, repliesTo } = scene
    const ada = stage.person('Ada Lovelace')
    await storyBegun(scene, ada)
    stage.command({ by: ada, name: 'stop' })
    await stage.waitFor(() => textsOf(scene, ada).some((text) => text.startsWith('Stopped.')), 'the word that it stopped')
    await expectStopped(scene, ada)
    const again = await repliesTo(ada, () => stage.command({ by: ada, name: 'retry' }))
    expect(again.map(({ text }) => text)).toContain('The whole story.')
  },

  'a reply is stopped in the way of the platform, alone and in a room': async (scene) => {
    const { stage } = scene
    const ada = stage.person('Ada Lovelace')
    for (const room of [undefined, stage.room('stories')]) {
      await storyBegun(scene, ada, room)
      stage.stopReply(ada, room)
      const hearsIt = () => [...textsOf(scene, ada), ...(room ? stage.shownPrivately(ada, room).map(({ text }) => text) : [])]
      await stage.waitFor(() => hearsIt().filter((text) => text.startsWith('Stopped.')).length > (room ? 1 : 0), 'the word that it stopped')
      await expectStopped(scene, room ?? ada)
    }
  },

  'a failed turn says so, and "Try again" and /retry answer it': async (scene) => {
    const { stage, model, ask, repliesTo } = scene
    const ada = stage.person('Ada Lovelace')
    const fails = { error: new ModelError('unavailable', 'down') }
    model.answers('boiler', fails, fails, { text: 'The boiler is number 7.' })
    const failed = await ask({ by: ada, text: 'Which boiler was it?' })
    expect(failed).toMatchObject({ text: expect.stringContaining('is unavailable'), buttons: ['Try again'] })
    const pressed = await repliesTo(ada, () => stage.press(ada, 'Try again'))
    // A model that fails at once may be faster than the word that it is tried again.
    expect(pressed.map(({ text }) => text)).toContainEqual(expect.stringContaining('is unavailable'))
    const again = await repliesTo(ada, () => stage.command({ by: ada, name: 'retry' }))
    expect(again.map(({ text }) => text)).toContain('The boiler is number 7.')
    expect(stage.awaited(ada)).toBe(0)
  },

  'the bot answers neither itself, nor other bots, nor its own edits': async (scene) => {
    const { stage, bot, ask } = scene
    const ada = stage.person('Ada Lovelace')
    const room = stage.room('robots')
    const parrot = stage.otherBot('parrot')
    // What is shown while it is written, and changed at its end, is an edit or a stream of the bot's own.
    await storyBegun(scene, ada, room)
    stage.stopReply(ada, room)
    await expectStopped(scene, room)
    const { db } = bot.app.store
    const before = await db.turn.count()
    stage.say({ by: parrot, room, text: 'Hello, fellow bot' })
    stage.say({ by: stage.itself, room, text: 'I talk to myself' })
    // What is said in one room is taken in order: when this is answered, the others were seen.
    await ask({ by: ada, room, text: 'Is anybody else here?' })
    expect(await db.turn.count()).toBe(before + 1)
    expect(await db.message.count({ where: { role: 'user', text: { contains: 'fellow bot' } } })).toBe(0)
    expect(await db.message.count({ where: { role: 'user', text: { contains: 'to myself' } } })).toBe(0)
    expect(textsOf(scene, room).filter((text) => text.startsWith('You said:'))).toHaveLength(1)
  },

  'an edit soon after a reply corrects it in place, alone and in a room, and nothing is left of a longer one': async (scene) => {
    const { stage, bot, model } = scene
    const ada = stage.person('Ada Lovelace')
    const { text, numbers } = longAnswer(stage.maxLength * 2)
    for (const room of [undefined, stage.room('capitals')]) {
      const where = room ?? ada
      model.answers('Austria', { text })
      model.answers('Australia', { text: 'Canberra.' })
      const question = stage.say({ by: ada, text: 'The capital of Austria?', ...(room && { room }) })
      await stage.waitFor(() => stage.shown(where).some((shown) => numbersIn(shown.text).includes(numbers)), 'the last part', 60_000)
      await idle(bot)
      const [first] = stage.shown(where)
      question.edit('The capital of Australia?')
      await stage.waitFor(() => textsOf(scene, where).includes('Canberra.'), 'the correction')
      await idle(bot)
      expect(stage.shown(where)).toMatchObject([{ id: first!.id, text: expect.stringMatching(/^Canberra\.$/), isGrowing: false }])
      question.edit('The capital of Australia?')
    }
    const { db } = bot.app.store
    expect(await db.message.count({ where: { text: 'Canberra.' } })).toBe(2)
    expect(await db.delivery.findMany({ where: { text: 'Canberra.' }, select: { part: true, state: true } })).toEqual([
      { part: 0, state: 'sent' },
      { part: 0, state: 'sent' },
    ])
    expect(model.askedWith('Australia')).toHaveLength(2)
  },

  'while a tool runs, the bot says what it is doing, and nothing of that is left': async (scene) => {
    const { stage, bot, model } = scene
    const ada = stage.person('Ada Lovelace')
    let end = () => {}
    const slow: Tool = {
      declaration: { name: 'slow', description: 'Takes long.', parameters: {} },
      progress: 'progress.search',
      run: () => new Promise((resolve) => (end = () => resolve('found'))),
    }
    const tools = bot.app.conversation.tools as Tool[]
    tools.push(slow)
    model.answers('which wood', { calls: [toolCall('slow', {})] }, { text: 'Larch.' })
    stage.say({ by: ada, text: 'I forgot which wood' })
    await stage.waitFor(() => stage.progress(ada) === 'Searching your days…', 'what the bot is doing')
    end()
    await stage.waitFor(() => textsOf(scene, ada).includes('Larch.'), 'the reply')
    await idle(bot)
    tools.pop()
    expect(stage.shown(ada)).toMatchObject([{ text: 'Larch.', isGrowing: false, buttons: [] }])
    expect(stage.progress(ada) ?? '').not.toContain('Searching')
    const stored = await bot.app.store.db.$queryRaw<{ found: boolean }[]>`
      SELECT EXISTS (SELECT 1 FROM messages m WHERE m::text LIKE '%Searching%') OR EXISTS (SELECT 1 FROM deliveries d WHERE d::text LIKE '%Searching%')
        OR EXISTS (SELECT 1 FROM turns t WHERE t::text LIKE '%Searching%') AS found`
    expect(stored).toEqual([{ found: false }])
  },

  'a voice note becomes text and is answered': async ({ stage, bot, ask }) => {
    const ada = stage.person('Ada Lovelace')
    const file = { name: 'note.ogg', mediaType: 'audio/ogg', content: bytes('Please remind me of the turbine.') }
    const reply = await ask({ by: ada, text: '', file })
    expect(reply.text).toContain('Please remind me of the turbine.')
    const row = await bot.app.store.db.message.findFirstOrThrow({ where: { text: { contains: 'the turbine' }, role: 'user' } })
    expect(row.text).toContain('Please remind me of the turbine.')
  },

  'an image reaches a model that can see, with what was said to it': async ({ stage, model, ask }) => {
    const ada = stage.person('Ada Lovelace')
    const content = bytes('\x89PNG drawing of an engine')
    await ask({
      by: ada,
      text: 'Which engine is in this picture?',
      file: { name: 'engine.png', mediaType: imageTypeOn(stage.name), content },
    })
    const asked = model.askedWith('Which engine is in this picture?')[0]?.messages.at(-1)
    expect(asked).toMatchObject({ role: 'user', images: [{ mediaType: imageTypeOn(stage.name) }] })
    expect(asked?.role === 'user' && asked.images?.map((image) => Buffer.from(image.content))).toEqual([Buffer.from(content)])
  },

  'of a file that cannot be fetched the model is told why, and the rest is answered': async ({ stage, model, ask }) => {
    const ada = stage.person('Ada Lovelace')
    const file = { name: 'plans.pdf', mediaType: 'application/pdf', content: bytes('%PDF'), isGone: true }
    const reply = await ask({ by: ada, text: 'What do you think of these plans?', file })
    expect(reply.text).toContain('What do you think of these plans?')
    expect(model.askedWith('these plans?')[0]?.messages.at(-1)?.content).toMatch(/\[file plans\.pdf.*could not be fetched, gone/)
  },

  'a 👍 on a reply is kept, and the model is told of it until it is taken away': async ({ stage, bot, model, ask }) => {
    const ada = stage.person('Ada Lovelace')
    const reply = await ask({ by: ada, text: 'How is the flywheel?' })
    const { db } = bot.app.store
    stage.react({ by: ada, on: reply, present: true })
    await expect.poll(() => db.reaction.findMany({ select: { emoji: true } })).toEqual([{ emoji: '👍' }])
    await ask({ by: ada, text: 'And the governor?' })
    expect(model.askedWith('And the governor?')[0]?.messages.at(-1)?.content).toContain('👍')
    stage.react({ by: ada, on: reply, present: false })
    await expect.poll(() => db.reaction.count({ where: { present: true } })).toBe(0)
    await ask({ by: ada, text: 'And the piston?' })
    expect(model.askedWith('And the piston?')[0]?.messages.at(-1)?.content).not.toContain('👍')
  },

  'an answer of 20,000 characters arrives whole, in order, in parts that can be read': async ({ stage, bot, model }) => {
    const ada = stage.person('Ada Lovelace')
    const answer = longAnswer(20_000)
    model.answers('everything', { text: answer.text })
    stage.say({ by: ada, text: 'Tell me everything' })
    await stage.waitFor(() => stage.shown(ada).some(({ text }) => numbersIn(text).includes(answer.numbers)), 'the last part', 60_000)
    await idle(bot)
    const parts = stage.shown(ada)
    await keepRendered(
      stage.name,
      parts.map(({ text }) => text),
    )

    expect(parts.flatMap(({ text }) => numbersIn(text))).toEqual(Array.from({ length: answer.numbers }, (_, index) => index + 1))
    expect(parts.filter(({ text }) => text.length > stage.maxLength)).toEqual([])
    expect(parts.filter(({ buttons }) => buttons.length > 0)).toEqual([])
    // A heading belongs to what follows it.
    expect(parts.slice(0, -1).filter(({ text }) => /\n(?:All parts|The program|Engine \d+)$/.test(text.trimEnd()))).toEqual([])
    // A fence without its other half would show as it is, or swallow what follows.
    expect(parts.filter(({ text }) => text.includes('```'))).toEqual([])
    const inBlocks = new Set(
      parts.flatMap(({ markup }) => [...markup.matchAll(/<pre>[\s\S]*?<\/pre>/g)].flatMap(([block]) => numbersIn(block))),
    )
    for (const number of answer.inTables) inBlocks.delete(number)
    expect(inBlocks).toEqual(answer.inCode)
    const linked = parts.flatMap(({ markup }) =>
      [...markup.matchAll(/<a href="([^"]*)"/g)].map(([, address]) => address?.replaceAll('&amp;', '&')),
    )
    expect(linked).toEqual(answer.links)
  },
})

/** Telegram makes a JPEG of every photo. */
const imageTypeOn = (platform: string) => (platform === 'telegram' ? 'image/jpeg' : 'image/png')

/** For people who want to look at it: RENDERED is the folder. */
async function keepRendered(platform: string, parts: readonly string[]): Promise<void> {
  const folder = process.env['RENDERED']
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, `${platform}.txt`),
    parts.map((text, index) => `──── part ${index + 1} of ${parts.length} ────\n${text}\n`).join('\n'),
  )
}
