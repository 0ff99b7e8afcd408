import { sharedExamples, exampleShop } from '@sync/http-api';

const { ids } = sharedExamples;

/** What examples of several classes have in common. */
export const exampleValues = {
  place: { connection: { id: ids.shop, name: exampleShop.name }, tenant: { id: ids.tenant, name: 'Quiet Harbour 4821' } },
  password: 'correct horse battery',
  generatedPassword: 'k7mw-9dpx-c4ht-wq3f-b8zn',
  code: '287082',
  accessToken: {
    id: '01981c3c-22b4-7f90-8e51-7d0a9c3b6e21',
    plaintext: 'sca_R7tYu2IoP9aSdF4gHjK1lZxC6vBnM3qWeR8tYu5IoPa',
    created_at: '2026-02-11T09:00:00.000Z',
  },
};
