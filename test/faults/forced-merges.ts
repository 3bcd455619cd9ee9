import { countedCodes, type MergeScene } from './merge-scene.ts'
import { type MergeTry, mergeTries } from './merge-tries.ts'
import type { FaultPart, PartResult } from './part.ts'
import { discord, type FaultedPlatform, slack, telegram } from './platforms.ts'
import { until } from './questions.ts'
import { type Actor, answerTo, openStagedBot, say } from './staged-bot.ts'

/** The platforms of the owner, of the guest, and of somebody else. */
const casts: readonly (readonly [FaultedPlatform, FaultedPlatform, FaultedPlatform])[] = [
  [discord, telegram, slack],
  [telegram, slack, discord],
  [slack, discord, telegram],
]

interface MergeCounts {
  tries: number
  /** Both had confirmed. */
  linked: number
  linkedWithoutBoth: number
  ownerRightsGained: number
  /** By the owner, after the link was undone. */
  historyLost: number
}

/** A guest tries every order of codes and confirmations to get at what an owner has. */
export const forcedMerges: FaultPart = {
  name: 'forced merges',
  async run(size) {
    const results: PartResult[] = []
    for (const cast of size === 'full' ? casts : casts.slice(0, 1)) results.push(await tryMerges(cast))
    return { rows: Object.assign({}, ...results.map(({ rows }) => rows)), wrong: results.flatMap(({ wrong }) => wrong) }
  },
}

async function tryMerges(cast: (typeof casts)[number]): Promise<PartResult> {
  const bot = await openStagedBot({
    name: `merges_${cast[0].name}`,
    redisNumber: 5,
    open: cast.map(({ open }) => open),
    env: { ACCESS: 'open' },
  })
  const counts: MergeCounts = { tries: 0, linked: 0, linkedWithoutBoth: 0, ownerRightsGained: 0, historyLost: 0 }
  const wrong: string[] = []
  try {
    const [ownerStage, guestStage, otherStage] = bot.stages
    if (!ownerStage || !guestStage || !otherStage) throw new Error('Three platforms are needed.')
    const owner: Actor = { stage: ownerStage, person: ownerStage.person('Olga') }
    const [, code = ''] = /\/start (\S+)/.exec(bot.output()) ?? []
    await answerTo(owner, () => ownerStage.command({ by: owner.person, name: 'start', args: { code } }), /one conversation with you/)
    for (const secret of secrets) await say(owner, `We decided that the code of the gate is ${secret}.`)
    const codes = countedCodes()
    const rooms = { ownerRoom: ownerStage.room('Engines'), guestRoom: guestStage.room('Engines') }
    for (const [index, one] of mergeTries.entries()) {
      const guest: Actor = { stage: guestStage, person: guestStage.person(`Gus${index}`) }
      const other: Actor = { stage: otherStage, person: otherStage.person(`Eve${index}`) }
      for (const actor of [guest, other]) await say(actor, 'Hello.')
      wrong.push(...(await judge(one, { bot, owner, guest, other, ...rooms, ...codes }, counts)))
    }
    return { rows: { [cast.map(({ title }) => title).join(', ')]: counts }, wrong }
  } catch (error) {
    throw new Error(`${JSON.stringify(counts)}\nThe bot's last words:\n${bot.output()}`, { cause: error })
  } finally {
    await bot.close()
  }
}

const secrets = ['zqx1', 'zqx2', 'zqx3']

/** Makes one try, and counts what came of it. Returns what is wrong. */
async function judge({ name, isAgreed = false, run }: MergeTry, scene: MergeScene, counts: MergeCounts): Promise<string[]> {
  const { owner, guest, other } = scene
  counts.tries++
  const links = () => linkedNotices(scene).length
  await run(scene)
  const isLinked = links() > 0
  if (isLinked && isAgreed) counts.linked++
  const gained: boolean[] = []
  for (const actor of [guest, other]) gained.push(!refusal.test(await usersSeenBy(actor)))
  const isUndone = !isLinked || (await undo(scene))
  const found = await answerTo(
    owner,
    () => owner.stage.command({ by: owner.person, name: 'find', args: { words: 'gate' } }),
    /\[#\d+\]|othing/,
  )
  const isLost = !isUndone || secrets.some((secret) => !found.includes(secret)) || refusal.test(await usersSeenBy(owner))
  const isForced = isLinked && !isAgreed
  if (isForced) counts.linkedWithoutBoth++
  if (gained.includes(true)) counts.ownerRightsGained++
  if (isLost) counts.historyLost++
  return [
    ...(isForced ? ['linked without both confirmations'] : []),
    ...(isAgreed && !isLinked ? ['not linked, although both confirmed'] : []),
    ...(gained.includes(true) ? ['owner rights were gained'] : []),
    ...(isLost ? ['the owner lost history or rights'] : []),
  ].map((problem) => `${name}: ${problem}`)
}

/** The owner undoes the link, unless the guest has left. Returns whether that was offered. */
async function undo({ owner, guest }: MergeScene): Promise<boolean> {
  if (!(await isListedFor(owner, guest))) return true
  const { stage, person } = owner
  const isOffered = () => stage.shown(person).some(({ text, buttons }) => buttons.includes('Undo') && text.includes(guest.person.name))
  if (!(await until(isOffered, noticeMs))) return false
  await answerTo(owner, () => stage.press(person, 'Undo'), /The link was undone/)
  return true
}

/** Longer than a notice takes on a busy machine, in ms. */
const noticeMs = 20_000

const refusal = /Only an owner of this bot|This account has no owner rights/

const usersSeenBy = ({ stage, person }: Actor): Promise<string> =>
  answerTo({ stage, person }, () => stage.command({ by: person, name: 'users' }), new RegExp(`${refusal.source}|\\d+ (person|people)`))

async function isListedFor({ stage, person }: Actor, other: Actor): Promise<boolean> {
  const list = await answerTo({ stage, person }, () => stage.command({ by: person, name: 'accounts' }), /\(this one\)/)
  return list.includes(`· ${other.person.name} on `)
}

/** What the owner was told about being linked with the guest or somebody else, and they with the owner. */
function linkedNotices({ owner, guest, other }: MergeScene): string[] {
  const told = (to: Actor, about: Actor) =>
    to.stage.shown(to.person).filter(({ text }) => text.includes(`Linked with ${about.person.name} on`))
  return [...told(owner, guest), ...told(owner, other), ...told(guest, owner), ...told(other, owner)].map(({ text }) => text)
}
