// Runs on the sign-in page. Deletes what the browser stored for the previous user.
import { findStorage, removeKept } from './lib/kept.ts'
import { removeKeptFiles } from './lib/kept-files.ts'
import { removeOfflineShell } from './lib/offline-shell.ts'

const storage = findStorage()
if (storage) removeKept(storage)
void removeKeptFiles()
void removeOfflineShell()
