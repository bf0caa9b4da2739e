import * as z from 'zod';

/** A carbon project as a registry lists it. */
export const projectSchema = z
  .object({
    name: z.string().meta({ description: 'Name of the project.' }),
    registry: z.string().meta({ description: 'Registry where the project is listed.' }),
    project_id: z.string().meta({ description: 'Identifier of the project in the registry.' }),
    category: z.string().meta({ description: 'Category of the project.' }),
    type: z.string().meta({ description: 'Type of the project.' }),
    public_url: z.url().meta({ description: 'Public URL of the project.' }),
  })
  .meta({ id: 'Project' });

/** A carbon project as a registry lists it. */
export type Project = z.infer<typeof projectSchema>;
