/** A line for each language. */
export { default as en } from './en.json';
export { default as de } from './de.json';
export { default as fr } from './fr.json';
export { default as es } from './es.json';
export { default as it } from './it.json';
export { default as nl } from './nl.json';
export { default as pl } from './pl.json';
export { default as pt } from './pt.json';
export { default as tr } from './tr.json';
export { default as ar } from './ar.json';
