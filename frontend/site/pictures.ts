import map from "./illustrations/map.svg";
import serviceConsulting from "./illustrations/service-consulting.svg";
import serviceDesign from "./illustrations/service-design.svg";
import serviceSupport from "./illustrations/service-support.svg";
import accounting from "./illustrations/solution-accounting.svg";
import android from "./illustrations/solution-android.svg";
import courier from "./illustrations/solution-courier.svg";
import fulfilment from "./illustrations/solution-fulfilment.svg";
import loans from "./illustrations/solution-loans.svg";
import pointOfSale from "./illustrations/solution-point-of-sale.svg";
import warehouse from "./illustrations/solution-warehouse.svg";
import strip from "./illustrations/strip.svg";

export const servicePictures = {
  design: serviceDesign,
  support: serviceSupport,
  consulting: serviceConsulting,
};

export const solutionPictures = {
  loans,
  accounting,
  "point-of-sale": pointOfSale,
  courier,
  fulfilment,
  warehouse,
  android,
};

export { map as mapPicture, strip as stripPicture };
