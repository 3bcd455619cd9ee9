export const pageComposer = {
  'page.script.waiting': 'Waiting to be sent',
  'page.script.discard': 'Discard',
  'page.error.other-account': 'Somebody else is signed in in this browser now. Reload the page.',
}
