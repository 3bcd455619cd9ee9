export const accounts = {
  'account.on': '{name} on {platform}',
  'account.someone': 'Someone',
  'account.an': 'An account',
  'account.party': '**{name}**{handle} on {platform}, {since, select, none {new to me} other {known to me since {since}}}',
  'accounts.line': '**{id}** · {account}, since {day}{here, select, yes { (this one)} other {}}',
  'accounts.list': '{accounts}\n\n/link adds another account{canUnlink, select, yes {, /unlink separates one} other {}}.',
  'unlink.noSuch': 'You have no account with that number that can be unlinked. /accounts lists your accounts.',
  'unlink.onlyOne': 'There is no account to unlink: this is your only one, and the conversation belongs to it.',
  'unlink.which': 'Which one?\n\n{accounts}',
  'unlink.question':
    'Unlink **{account}**? It will have a conversation of its own. {canStay, select, yes {Its messages, with my replies to them, stay in this one or move with it.} other {Its messages, with my replies to them, move with it, because the accounts were linked less than 7 days ago.}}',
  'unlink.stay': 'Unlink, messages stay',
  'unlink.move': 'Unlink, messages move',
  'unlink.ownerOnly': 'Only an account with owner rights can unlink an account that has them. Use that account.',
  'unlink.mustMove': 'These accounts were linked less than 7 days ago, so the messages of the other account move with it.',
  'unlink.done':
    '**{account} is no longer linked.** {moved, select, yes {Its messages and the replies to them moved with it.} other {Its earlier messages stay in this conversation.}} New ones do not appear here.',
  'unlink.newConversation':
    '**This account is no longer linked.** {moved, select, yes {Its messages and the replies to them came along.} other {Your next message starts a new conversation here. Earlier messages stay in the conversation that it was linked to.}}',
  'unlink.ownerNotice': '**{account}** was unlinked and is now a user of its own. It keeps its access, even if it got it by being linked.',
  'link.code.created':
    'Your code is **{code}**. From your other account, write to me directly: `/link {code}`. Both accounts then confirm that it is you.',
  'link.useLink': 'On {platform}, use [this link]({url}) instead.',
  'link.once': 'It works once, within 10 minutes. Do not share it: both accounts will have one conversation, and each can read all of it.',
  'link.notACode': 'A code looks like K7QF-2MXD. Send /link on your other account to get one, then write it here after /link.',
  'link.wrongCode':
    'That code does not work: it is wrong, already used, or older than 10 minutes. Send /link on your other account to get a new one.',
  'link.lastWrongCode': '{text} That was the last attempt I accept within an hour.',
  'link.tooManyAttempts': 'You have entered too many wrong codes. Try again in an hour.',
  'link.ownCode': 'That code is for this conversation, which you are already in. Enter it on the account that you want to add.',
  'link.noRights':
    'This account is linked to an owner, and has no owner rights. Only an account with owner rights can be linked to another one. Use that account.',
  'link.rightsChanged':
    'The owner rights of one of these accounts have changed, or it was linked to an owner, so nothing was linked. Get a new code with /link.',
  'link.directOnly': 'Accounts are linked in private only. Send /link to me in a direct message.',
  'link.exposedCode': '{text} Others may have seen that code, so it no longer works. Get a new one.',
  'link.movedElsewhere': 'One of these accounts has just changed elsewhere. Try again.',
  'link.becameUser': 'That account has just become a user of its own. Confirm once more.',
  'link.noSuchRequest': 'This request is no longer pending, or is not for this account.',
  'link.nothingToUndo': 'There is nothing to undo: the accounts are separate, or were linked more than 7 days ago.',
  'link.undoOwnerOnly': 'Only an account with owner rights can separate an account that has them. Use that account.',
  'link.entered': '{party}, entered your code.',
  'link.createdBy': 'This code was created by {party}.',
  'link.isThatYou': '**Is that you?**',
  'link.consequence': 'If both accounts confirm, they share one conversation, and each can read all of it.',
  'link.turn':
    '{final, select, yes {The other account has confirmed, so your answer decides.} other {If you confirm, I ask the other account too.}}',
  'link.ownership':
    '{owner, select, yes {You are an owner of this bot. The other account gets no owner rights, unless you choose to share yours.} other {The other account is an owner of this bot. It decides, and you get no owner rights unless it shares them.}}',
  'link.deadline': 'You have 10 minutes. If it is not you, choose No.',
  'link.yes': 'Yes, that’s me',
  'link.yesAsOwner': 'Yes, with owner rights',
  'link.no': 'No',
  'link.notMe': 'That’s not me',
  'link.withdraw': 'Withdraw',
  'link.askedFirst': '{start} I have asked there first. Once it is confirmed there, I ask you here too. {consequence}',
  'link.confirmedFirst': 'Confirmed. Now I have asked {party}. You are linked once it is confirmed there, within 10 minutes.',
  'link.failedAttempt':
    '{account} entered a code of yours that no longer works. Nothing was linked. If that was you, get a new code with /link.',
  'link.noRightsAttempt': '{account} entered your code, but that account cannot be linked to another one. Nothing was linked.',
  'link.exposedAttempt':
    '{account} posted your code where others can read it. Nothing was linked, and the code no longer works. Get a new one with /link.',
  'link.linked':
    '**Linked with {account}.** From now on you have one conversation on both, and I reply where you ask. /accounts lists your accounts, and /unlink separates one.{undo, select, yes { You can undo this for 7 days: both then have their own messages again.} other {}}',
  'link.undone':
    '**The link was undone.** You have your own conversation again, with the messages that you wrote on this side and the replies to them.',
  'link.declined': '{account} declined. Nothing was linked.',
  'link.youDeclined':
    '{account} was not linked. If you do not know who that is, there is nothing to do: no account is linked unless both sides confirm it.',
  'link.expired': 'The request to link {account} was not confirmed within 10 minutes. Nothing was linked.',
  'link.ownerUndoNotice':
    '**{accounts}** is a user of its own again, because a link was undone. It keeps its access, whether it was approved before or got it by being linked.',
  'link.deletionRunning': 'Something in one of these conversations is being deleted. Try again in a few minutes.',
}
