export const pageComposer = {
  'page.script.waiting': 'Waiting to be sent',
  'page.script.discard': 'Discard',
  'page.error.other-account': 'Somebody else is signed in in this browser now. Reload the page.',
  'page.box.attach': 'Attach files',
  'page.box.files': 'Attached files',
  'page.box.drop': 'Drop files here',
  'page.box.files-limit': 'A message can have {count} files, {size} together.',
  'page.script.remove-file': 'Remove {name}',
  'page.script.files-gone': 'The browser no longer has its files. Attach them again.',
  'page.offline.title': 'Not connected',
  'page.offline.text':
    'The server cannot be reached. This page goes on by itself as soon as it answers. What you write until then waits in this browser, and is sent afterwards.',
}
