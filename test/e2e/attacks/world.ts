import type { Tool, ToolContext } from '../../../src/agent/tool.ts'
import type { CommandContext } from '../../../src/conversation/deps.ts'
import { runCommand } from '../../../src/conversation/receive/run-command.ts'
import { answerThread } from '../../../src/conversation/turn/answer.ts'
import type { PlaceRef } from '../../../src/core/ports/platform.ts'
import { upsertPlace } from '../../../src/threads/places.ts'
import { message, storedAs, type TestApp, testApp } from '../../support/app.ts'
import { directPlace, sharedPlace, type TestPerson, testPerson } from '../../support/conversation.ts'
import { ScriptedModel, toolCall } from '../../support/scripted-model.ts'
import { citingModel } from '../../support/summaries.ts'
import { plant } from './plant.ts'
import { plantQuotations } from './quotations.ts'
import { numberApart, type StoredRow, storedRows } from './rows.ts'
import { type Reader, type Secret, Secrets } from './secrets.ts'

/** Somebody who reads and writes in a place. */
export interface Visitor extends Reader {
  readonly place: PlaceRef
}

export interface World {
  readonly app: TestApp
  /** Says nothing of interest; keeps what it was shown. */
  readonly chat: ScriptedModel
  readonly summary: ScriptedModel
  readonly secrets: Secrets
  /** Who reads everything of hers. */
  readonly ana: Visitor
  /** Who must not read all of it: others, and Ana in front of them. */
  readonly others: readonly Visitor[]
  readonly garden: PlaceRef
  close(): Promise<void>
}

/** The hidden word comes first: of a name, not much is shown in some places. */
const nameWith = (secrets: Secrets, secret: Omit<Secret, 'word'>) => `${secrets.hide(secret)} hides in the ${secret.kind}`

/**
 * Ana and Ben, alone and in places that they share; Cleo is in one of those too, and has nothing of her own there. She never wrote to the
 * bot alone.
 */
export async function openWorld(): Promise<World> {
  const chat = new ScriptedModel([{ text: 'I see.' }])
  const summary = citingModel()
  const app = await testApp({ chat, summary })
  const { db } = app.store
  const secrets = new Secrets()
  await numberApart(app.store)
  const ana = await testPerson(app.store, { name: 'ana' })
  const ben = await testPerson(app.store, { name: 'ben' })
  await testPerson(app.store, { name: 'cleo' })
  const shared = async (name: string, owners: readonly string[]): Promise<PlaceRef> => {
    const { audience } = await upsertPlace(db, sharedPlace(name), ana.userId)
    return { ...sharedPlace(name), title: nameWith(secrets, { kind: 'title of a place', owners, audience }) }
  }
  const [garden, cellar] = [await shared('garden', ['ana', 'ben', 'cleo']), await shared('cellar', ['ana'])]
  const visit = async (name: string, person: TestPerson, place: PlaceRef): Promise<Visitor> => ({
    ...(await plant({ app, secrets, person, name, place })),
    place,
  })
  for (const [name, { userId }] of [
    ['ana', ana],
    ['ben', ben],
  ] as const) {
    const own = nameWith(secrets, { kind: 'name of a user', owners: [name], audience: 'private' })
    await db.user.update({ where: { id: userId }, data: { name: own } })
    await db.account.updateMany({ where: { userId }, data: { name: own } })
  }
  const alone = await visit('ana', ana, directPlace('ana'))
  const others = [await visit('ana', ana, garden), await visit('ben', ben, directPlace('ben')), await visit('ben', ben, garden)]
  await visit('ana', ana, cellar)
  const { audience } = await upsertPlace(db, garden, ana.userId)
  await plantQuotations({ app, secrets, place: garden, audience })
  others.push({ name: 'cleo', place: garden, audience })
  app.clock.set('2026-11-18T09:00:00Z')
  const close = async () => {
    await app.page.close()
    await app.close(0)
  }
  return { app, chat, summary, secrets, ana: alone, others, garden, close }
}

/** As it is called in a list of what went wrong. */
export const nameOf = ({ name, place }: Visitor) => `${name} in ${place.address}`

/** Rows that hold what a reader must not see. */
export async function rowsFor({ app, secrets }: World, reader: Reader): Promise<StoredRow[]> {
  return (await storedRows(app.store)).filter(({ text }) => secrets.leaks(text, reader).length > 0)
}

/** What tools are given in a turn of a visitor's, from a turn of theirs. */
export async function toolContextOf({ app }: World, { name, place }: Visitor): Promise<ToolContext> {
  let context: ToolContext | undefined
  const probe: Tool = {
    declaration: { name: 'probe', description: 'Looks around.', parameters: { type: 'object' } },
    run: async (given) => {
      context = given
    },
  }
  const model = new ScriptedModel([{ calls: [toolCall('probe', {})] }, { text: 'I see.' }])
  const event = message(app, name, place, 'Hello there.')
  await app.inbox(event)
  const { threadId } = await storedAs(app, event)
  await answerThread({ ...app.conversation, model, tools: [probe] }, threadId, { signal: new AbortController().signal })
  if (!context) throw new Error('The turn called no tool.')
  // The turn is over, and what an attack tries is tried all the same.
  return { ...(context as ToolContext), mayWrite: async () => {}, assertRequested: async () => {} }
}

/** What commands are given, from one that a visitor gives. */
export async function commandContextOf({ app }: World, { name, place }: Visitor): Promise<CommandContext> {
  let context: CommandContext | undefined
  const event = message(app, name, place, '/help')
  await app.inbox(event)
  const { id } = await storedAs(app, event)
  const parts = {
    ...app.conversation,
    runCommand: async (given: CommandContext) => {
      context = given
      return undefined
    },
  }
  await runCommand(parts, id, new AbortController().signal)
  if (!context) throw new Error('The command was not run.')
  return context
}
