import { generatedPages } from '../.vitepress/generated-page.ts';
import { leadOf } from '../.vitepress/page-lead.ts';

export default {
  watch: ['../reference-source/*.ts'],
  paths: async () =>
    Promise.all(
      Object.entries(await generatedPages()).map(async ([page, generate]) => {
        const content = await generate();
        return { params: { page, lead: leadOf(content) }, content };
      }),
    ),
};
