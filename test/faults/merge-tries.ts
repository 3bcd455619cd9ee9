import { enterCode, yes } from './link-accounts.ts'
import { agreeBoth, findNumber, guestTypesCode, type MergeScene, ownerTypesCode, tryPress, typeAgreement } from './merge-scene.ts'
import { anyRepliesTo, command, say, untilTold } from './staged-bot.ts'

export interface MergeTry {
  readonly name: string
  /** Both sides confirm, so that the accounts are linked. */
  readonly isAgreed?: boolean
  run(scene: MergeScene): Promise<void>
}

const lateMs = 11 * 60_000

export const mergeTries: readonly MergeTry[] = [
  {
    name: 'the owner types the guest’s code, nobody confirms',
    run: async (scene) => void (await ownerTypesCode(scene)),
  },
  {
    name: 'the owner types the guest’s code, only the guest confirms, again and again',
    async run(scene) {
      await ownerTypesCode(scene)
      await tryPress(scene.guest, yes)
      await tryPress(scene.guest, yes)
      await typeAgreement(scene, scene.guest)
    },
  },
  {
    name: 'the owner types the guest’s code, only the owner confirms',
    async run(scene) {
      await ownerTypesCode(scene)
      await typeAgreement(scene, scene.owner)
    },
  },
  {
    name: 'the guest types the owner’s code, only the guest confirms, again and again',
    async run(scene) {
      await guestTypesCode(scene)
      await tryPress(scene.guest, yes)
      await tryPress(scene.guest, yes)
      await typeAgreement(scene, scene.guest)
    },
  },
  {
    name: 'the guest types the owner’s code, only the owner confirms',
    async run(scene) {
      await guestTypesCode(scene)
      await typeAgreement(scene, scene.owner)
    },
  },
  {
    name: 'somebody else confirms in place of the owner',
    async run(scene) {
      await ownerTypesCode(scene)
      await tryPress(scene.guest, yes)
      await typeAgreement(scene, scene.other)
    },
  },
  {
    name: 'somebody else types the owner’s code too, and confirms',
    async run(scene) {
      const code = await scene.createCode(scene.owner)
      await enterCode(scene.guest, code)
      await enterCode(scene.other, code)
      await typeAgreement(scene, scene.other)
      await tryPress(scene.other, yes)
    },
  },
  {
    name: 'a code that has expired, and a confirmation that has',
    async run({ bot, owner, guest, other, createCode: create }) {
      const late = await create(guest)
      await enterCode(owner, await create(other))
      await tryPress(other, yes)
      await bot.passTime(lateMs)
      await enterCode(owner, late)
      await tryPress(guest, yes)
      await tryPress(owner, yes)
    },
  },
  {
    name: 'codes that are typed in rooms, and again alone',
    async run({ owner, guest, ownerRoom, guestRoom, createCode: create }) {
      for (const [by, room, from] of [
        [owner, ownerRoom, guest],
        [guest, guestRoom, owner],
      ] as const) {
        const code = await create(from)
        await anyRepliesTo(from, () => by.stage.command({ by: by.person, room, name: 'link', args: { code } }))
        await enterCode(by, code)
        await tryPress(guest, yes)
        await tryPress(owner, yes)
      }
    },
  },
  {
    name: 'after the owner has withdrawn',
    async run(scene) {
      const code = await scene.createCode(scene.guest)
      await enterCode(scene.owner, code)
      await tryPress(scene.owner, 'Withdraw')
      await tryPress(scene.guest, yes)
      await enterCode(scene.owner, code)
      await typeAgreement(scene, scene.guest)
      await tryPress(scene.owner, yes)
    },
  },
  {
    name: 'after the owner has blocked the guest',
    async run(scene) {
      const { owner, guest } = scene
      await ownerTypesCode(scene)
      const number = await findNumber(owner, 'users', new RegExp(`(\\d+) – ${guest.person.name}`))
      await command(owner, 'block', { number })
      await tryPress(guest, yes)
      await typeAgreement(scene, owner)
      await command(owner, 'block', { number, off: 'off' })
    },
  },
  {
    name: 'both confirm; the guest tries to unlink the owner',
    isAgreed: true,
    async run(scene) {
      const { owner, guest } = scene
      await ownerTypesCode(scene)
      await agreeBoth(scene)
      const number = await findNumber(owner, 'accounts', /(\d+) · [^\n]*\(this one\)/)
      for (const answer of ['unlink', 'unlink-with-messages']) await say(guest, `/linking ${answer} ${number}`)
    },
  },
  {
    name: 'both confirm the owner’s code, at once and again',
    isAgreed: true,
    async run(scene) {
      await guestTypesCode(scene)
      await agreeBoth(scene)
      await Promise.all([typeAgreement(scene, scene.guest), typeAgreement(scene, scene.owner)])
    },
  },
  {
    name: 'both confirm; the guest leaves with what it can take',
    isAgreed: true,
    async run(scene) {
      const { guest } = scene
      await ownerTypesCode(scene)
      await agreeBoth(scene)
      const number = await findNumber(guest, 'accounts', /(\d+) · [^\n]*\(this one\)/)
      await say(guest, `/linking unlink-with-messages ${number}`)
      await untilTold(guest, 'This account is no longer linked')
    },
  },
]
