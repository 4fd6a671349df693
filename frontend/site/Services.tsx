import { services, servicesHeading } from "./content/services.ts";
import { servicePictures } from "./pictures.ts";

export const Services = () => (
  <section id="services" className="section" aria-labelledby="services-title">
    <div className="section-heading">
      <h2 id="services-title">{servicesHeading.title}</h2>
      <p>{servicesHeading.introduction}</p>
    </div>
    <ul className="services">
      {services.map(({ id, title, text, picture, features }) => (
        <li key={id} className="service">
          <img src={servicePictures[id]} alt={picture} width="360" height="200" loading="lazy" />
          <h3>{title}</h3>
          <p>{text}</p>
          <ul className="ticks">
            {features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  </section>
);
