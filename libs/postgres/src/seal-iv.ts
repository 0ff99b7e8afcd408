/** SQL of what tells sealed values apart: the initialisation vector. A new value gets a new one, and a rotation of the keys keeps it. */
export const sealIv = (sealed: string) => `split_part(${sealed}, '.', 3)`;
