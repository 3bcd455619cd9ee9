// Runs on the page that says how to sign in: the browser keeps nothing for whoever was signed in before.
import { findStorage, removeKept } from './lib/kept.ts'
import { removeKeptFiles } from './lib/kept-files.ts'

const storage = findStorage()
if (storage) removeKept(storage)
void removeKeptFiles()
