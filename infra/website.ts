import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import * as acm from "aws-cdk-lib/aws-certificatemanager";
import * as cloudfront from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin, OriginGroup, S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import * as s3 from "aws-cdk-lib/aws-s3";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import * as ssm from "aws-cdk-lib/aws-ssm";
import { Construct } from "constructs";
import { openApiPath } from "../shared/openapi/path.ts";
import { originHeader } from "../shared/origin.ts";
import type { Api } from "./api.ts";
import { type Auth, siteParameterOf } from "./auth.ts";
import { retired } from "./retired.ts";
import type { Stage } from "./stages.ts";
import { viewerRequest } from "./viewer-request.ts";

/** The browser's half of the product, as Vite lays it. */
const bundle = "build/frontend";
/** What the browser has to know of the stack. */
const configuration = "config.json";

/** A private bucket behind CloudFront, with the API on the same origin under `/api/`. */
export class Website extends Construct {
  readonly url: string;
  /** CloudFront's own name of the site, to which a name of its own points. */
  readonly distributionDomain: string;
  readonly bucketName: string;

  constructor(scope: Construct, id: string, { api, auth, stage }: { api: Api; auth: Auth; stage: Stage }) {
    super(scope, id);
    const { region, stackName } = Stack.of(this);
    const bucket = new s3.Bucket(this, "Bucket", {
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      encryption: s3.BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      versioned: true,
      lifecycleRules: [
        { noncurrentVersionExpiration: Duration.days(30) },
        { tagFilters: { [retired.key]: retired.value }, expiration: Duration.days(30) },
      ],
      removalPolicy: RemovalPolicy.RETAIN,
    });

    this.bucketName = bucket.bucketName;

    const responseHeadersPolicy = this.headers(region);
    const files = {
      origin: S3BucketOrigin.withOriginAccessControl(bucket, {
        // Such names are an account's, not a region's, and the same stage may stand in two regions.
        originAccessControl: new cloudfront.S3OriginAccessControl(this, "Access", {
          originAccessControlName: `${stackName}-${region}`,
        }),
      }),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      compress: true,
      responseHeadersPolicy,
    };
    const answers = new HttpOrigin(api.host, { customHeaders: { [originHeader]: api.originSecret } });
    const distribution = new cloudfront.Distribution(this, "Distribution", {
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      // Visitors are in East Africa; the cheapest class has no edge on the continent.
      priceClass: cloudfront.PriceClass.PRICE_CLASS_200,
      ...(stage.domain && {
        domainNames: [stage.domain.name],
        certificate: acm.Certificate.fromCertificateArn(this, "Certificate", stage.domain.certificateArn),
        minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      ...(stage.webAclArn && { webAclId: stage.webAclArn }),
      defaultBehavior: {
        ...files,
        functionAssociations: [
          {
            function: new cloudfront.Function(this, "PageOf", {
              runtime: cloudfront.FunctionRuntime.JS_2_0,
              code: cloudfront.FunctionCode.fromInline(viewerRequest(bundle, [configuration])),
            }),
            eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
          },
        ],
      },
      additionalBehaviors: {
        "/assets/*": {
          ...files,
          // Of what is not there the bucket answers 403, in XML. The API, asked next, has no such route and says so.
          origin: new OriginGroup({
            primaryOrigin: files.origin,
            fallbackOrigin: answers,
            fallbackStatusCodes: [403, 404],
          }),
        },
        // What describes the API is a file; it goes before what answers.
        [openApiPath]: files,
        "/api/*": {
          origin: answers,
          viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
          cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
          originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          responseHeadersPolicy,
        },
      },
    });
    this.distributionDomain = distribution.distributionDomainName;
    this.url = `https://${stage.domain?.name ?? this.distributionDomain}`;
    new ssm.StringParameter(this, "Address", {
      parameterName: siteParameterOf(this),
      stringValue: this.url,
      description: "Where the site stands, for the emails to staff.",
    });
    this.lay(bucket, distribution, {
      region,
      userPoolId: auth.pool.userPoolId,
      userPoolClientId: auth.client.userPoolClientId,
    });
  }

  /** The assets before the pages that name them; those of older releases stay, for tabs that are open: ADR 022. */
  private lay(destinationBucket: s3.IBucket, distribution: cloudfront.IDistribution, settings: object): void {
    const assets = new BucketDeployment(this, "Assets", {
      destinationBucket,
      destinationKeyPrefix: "assets",
      prune: false,
      // What Vite puts there carries a hash of its content in its name.
      cacheControl: [CacheControl.fromString("public, max-age=31536000, immutable")],
      sources: [Source.asset(`${bundle}/assets`)],
    });
    const pages = new BucketDeployment(this, "Files", {
      destinationBucket,
      distribution,
      distributionPaths: ["/*"],
      waitForDistributionInvalidation: false,
      // Neither laid nor pruned by this one.
      exclude: ["assets/*"],
      cacheControl: [CacheControl.noCache()],
      sources: [Source.asset(bundle, { exclude: ["assets"] }), Source.jsonData(configuration, settings)],
    });
    pages.node.addDependency(assets);
  }

  private headers(region: string): cloudfront.ResponseHeadersPolicy {
    const override = true;
    return new cloudfront.ResponseHeadersPolicy(this, "Headers", {
      responseHeadersPolicyName: `${Stack.of(this).stackName}-Headers-${region}`,
      securityHeadersBehavior: {
        contentSecurityPolicy: { override, contentSecurityPolicy: contentSecurityPolicy(region) },
        contentTypeOptions: { override },
        frameOptions: { override, frameOption: cloudfront.HeadersFrameOption.DENY },
        referrerPolicy: {
          override,
          referrerPolicy: cloudfront.HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
        },
        strictTransportSecurity: {
          override,
          accessControlMaxAge: Duration.days(730),
          includeSubdomains: true,
        },
      },
      customHeadersBehavior: {
        customHeaders: [
          // Files say for themselves how long they may be kept. What says nothing is an error, or nobody else's.
          { header: "Cache-Control", value: "no-store", override: false },
          {
            header: "Permissions-Policy",
            value: "camera=(), geolocation=(), microphone=(), payment=()",
            override,
          },
          { header: "Cross-Origin-Opener-Policy", value: "same-origin", override },
        ],
      },
    });
  }
}

/** Nothing but our own files runs; the browser speaks to the site and, to sign in, to Cognito. */
const contentSecurityPolicy = (region: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    // The component library writes its colour variables into a style element.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    // The map of the office, once a visitor comes near it. Browsers ask both of an object that is a page.
    "frame-src https://www.openstreetmap.org",
    "object-src https://www.openstreetmap.org",
    `connect-src 'self' https://cognito-idp.${region}.amazonaws.com`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
