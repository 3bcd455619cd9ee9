import { linkAccounts } from './link-accounts.ts'
import { loseNextReply } from './lost-sends.ts'
import { openLivePage, openSignInLink } from './page-visit.ts'
import { type Actor, anyRepliesTo, command, press, type StagedBot, say, textOf, untilTold } from './staged-bot.ts'

/** How often secrets of the account that stays were shown or sent to the one that leaves, by the way that they took. */
export interface SecretCounts {
  page: number
  webSocket: number
  signInLink: number
  search: number
  export: number
  retry: number
  digest: number
}

const secret = 'zqxsecret'
const countSecrets = (text: string): number => text.split(secret).length - 1
const question = 'What is the gate code?'

/** Links Bob's account with Ada's, and unlinks it. Counts what Bob gets to see of what Ada said, in every way there is. */
export async function unlink(
  bot: StagedBot,
  platform: string,
): Promise<{ readonly linked: SecretCounts; readonly unlinked: SecretCounts }> {
  const [leavingStage, stayingStage] = bot.stages
  if (!leavingStage || !stayingStage) throw new Error('Two platforms are needed.')
  const bob: Actor = { stage: leavingStage, person: leavingStage.person('Bob') }
  const ada: Actor = { stage: stayingStage, person: stayingStage.person('Ada') }
  for (const [index, place] of ['north', 'south', 'east', 'west'].entries())
    await say(ada, `We decided that the gate code in the ${place} is ${secret}${index}.`)
  await say(bob, 'Good morning.')
  await linkAccounts(ada, bob)

  const visit = await openSignInLink(await requestSignInLink(bob))
  const keptLink = await requestSignInLink(bob)
  const live = await openLivePage(bot.pageUrl, visit)
  const everything = async () => ({
    page: countSecrets(await visit.read()),
    search: countSecrets((await visit.search('gate code')) + textOf(await command(bob, 'find', { words: 'gate code' }))),
    export: countSecrets((await visit.export()) + (await exportInChat(bob))),
  })
  loseNextReply(bob.stage)
  const lost = countSecrets(textOf(await say(bob, question)))
  const linked = { ...(await everything()), webSocket: countSecrets(live.events.join()), signInLink: 1, retry: lost, digest: 0 }

  await command(bob, 'unlink')
  await press(bob, `Bob on ${platform}`)
  await press(bob, 'Unlink, messages stay')
  await untilTold(bob, 'This account is no longer linked')
  const before = { shown: new Set(bob.stage.shown(bob.person).map(({ id }) => id)), events: live.events.length }
  const shownSince = () => countSecrets(textOf(bob.stage.shown(bob.person).filter(({ id }) => !before.shown.has(id))))

  await say(ada, `The new gate code is ${secret}9.`)
  for (const actor of [ada, bob]) {
    const replies = await command(actor, 'retry')
    if (replies.some(({ buttons }) => buttons.includes('Send again'))) await anyRepliesTo(actor, () => press(actor, 'Send again'))
  }
  await anyRepliesTo(bob, () => {})
  const retry = shownSince()
  const kept = await openSignInLink(keptLink)
  const signInLink = countSecrets((await kept.read()) + (await kept.search('gate code')) + (await kept.export()))
  const counts = await everything()
  const beforeDigest = shownSince()
  linked.digest = countSecrets(await digestOfTheDay(bot, ada))
  await anyRepliesTo(bob, () => {})
  live.close()
  const webSocket = countSecrets(live.events.slice(before.events).join())
  return { linked, unlinked: { ...counts, webSocket, signInLink, retry, digest: shownSince() - beforeDigest } }
}

async function requestSignInLink(actor: Actor): Promise<string> {
  const [reply] = await command(actor, 'web')
  const [, link] = /href="([^"]+)"/.exec(reply?.markup ?? '') ?? []
  if (link === undefined) throw new Error(`There is no sign-in link in "${reply?.markup}"`)
  return link
}

async function exportInChat(actor: Actor): Promise<string> {
  const { stage, person } = actor
  const before = stage.files(person).length
  await command(actor, 'export')
  await stage.waitFor(() => stage.files(person).length >= before + 2, 'the files of the export', 60_000)
  return stage
    .files(person)
    .slice(before)
    .map((content) => Buffer.from(content).toString())
    .join('\n')
}

/**
 * The next morning, somebody writes in a room. The digest of the day before goes to where they last wrote alone, and may do so as soon as
 * the bot has started. Returns it.
 */
async function digestOfTheDay(bot: StagedBot, { stage, person }: Actor): Promise<string> {
  const before = new Set(stage.shown(person).map(({ id }) => id))
  await bot.passTime(21 * 3_600_000)
  stage.say({ by: person, room: stage.room('Engines'), text: 'Good morning.' })
  const digest = () => stage.shown(person).find(({ id, text }) => !before.has(id) && countSecrets(text) > 0)
  return (await stage.waitFor(digest, 'the digest', 120_000)).text
}
