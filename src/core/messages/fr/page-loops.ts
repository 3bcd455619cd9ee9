import type { pageLoops as english } from '../en/page-loops.ts'

export const pageLoops: Readonly<Record<keyof typeof english, string>> = {
  'page.loops': 'À faire',
  'page.loops.add': 'Que faut-il faire ?',
  'page.loops.add-hint': 'Avec une heure, je te le rappelle : appeler Ann vendredi à 9 h',
  'page.loops.add-button': 'Ajouter',
  'page.loops.open': 'En suspens',
  'page.loops.closed': 'Récemment terminé',
  'page.loops.none': 'Rien n’est en suspens',
  'page.loops.none-hint': 'Ajoute ce que tu as à faire, ou dis-le-moi simplement dans la conversation.',
  'page.loops.move': 'Reporter',
  'page.loops.when': 'Nouvelle date',
  'page.loops.when-hint': 'Par exemple : demain, ou vendredi prochain à 9 h',
  'page.loops.text': 'Nouveau texte',
  'page.loops.save': 'Enregistrer',
  'page.loops.source': 'D’après ce message',
  'page.loops.closed-by': 'Terminé par ce message',
  'page.loops.dropped': 'abandonné',
  'page.loops.was-due': 'était prévu : {when}',
  'page.loops.all': 'Tout voir',
  'page.loops.no-text': 'Écris ce qu’il y a à faire.',
  'page.loops.too-long': 'C’est trop long : {most, number} caractères au maximum. Raccourcis le texte.',
}
