import { generatedPages } from '../.vitepress/generated-page.ts';

export default {
  watch: ['../reference-source/*.ts'],
  paths: async () =>
    Promise.all(
      Object.entries(await generatedPages()).map(async ([page, content]) => ({
        params: { page },
        content: await content(),
      })),
    ),
};
